#include "data/connection.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "base/suggest.h"
#include "base/work.h"
#include "data/compiled_query.h"
#include "data/order_check.h"
#include "data/sql_functions.h"
#include "data/sql_guard.h"
#include "data/store.h"
#include "data/unit_check.h"

namespace data {
namespace {

constexpr size_t kMaxCached = 512;

// SQLite's own limits. Lengths are in bytes.
constexpr std::pair<int, int> kLimits[] = {{SQLITE_LIMIT_SQL_LENGTH, 200'000},      {SQLITE_LIMIT_COLUMN, 600},
                                           {SQLITE_LIMIT_EXPR_DEPTH, 200},          {SQLITE_LIMIT_COMPOUND_SELECT, 100},
                                           {SQLITE_LIMIT_FUNCTION_ARG, 100},        {SQLITE_LIMIT_ATTACHED, 0},
                                           {SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 200}, {SQLITE_LIMIT_VARIABLE_NUMBER, 200},
                                           {SQLITE_LIMIT_TRIGGER_DEPTH, 0},         {SQLITE_LIMIT_WORKER_THREADS, 0}};

// Opens the image of a database, whose bytes are shared: SQLite neither changes nor frees them.
Sqlite open_image(const Store& store) {
  Sqlite handle = open_memory();
  sqlite3* raw = handle.get();
  if (store.image && sqlite3_deserialize(raw, "main", const_cast<unsigned char*>(store.image), store.image_size,
                                         store.image_size, SQLITE_DESERIALIZE_READONLY) != SQLITE_OK)
    throw SqliteError("SQLite could not open the image of the database");
  execute(raw, fmt::format("PRAGMA mmap_size = {}", store.image_size + 1));
  for (const auto& [limit, value] : kLimits) sqlite3_limit(raw, limit, value);
  return handle;
}

// The maximum number of keys of a table that suggestions consider.
constexpr size_t kMaxKeys = 20'000;

// Another connection, with the views of a check, which would hide the tables from the first.
template <class Check>
struct Checker {
  explicit Checker(const Store& store)
      : numbers(&store.numbers),
        handle(open_image(store)),
        guard(handle.get(), [&store](std::string_view table) { return store.find_table(table) != nullptr; }) {
    add_functions(handle.get(), numbers);
    add_is_old(handle.get(), store);
    check.emplace(Session{handle.get(), store, numbers, guard});
  }

  LongNumbers numbers;
  Sqlite handle;
  SqlGuard guard;
  std::optional<Check> check;
};

}  // namespace

struct Connection::State {
  State(const Store& of, Sqlite opened)
      : store(of),
        numbers(&of.numbers),
        handle(std::move(opened)),
        guard(handle.get(), [this](std::string_view table) { return store.find_table(table) != nullptr; }) {}

  Session session() { return {handle.get(), store, numbers, guard}; }

  // Finds the cell at fig:TABLE/KEY/COLUMN with SQL of ours, so that authors need not write a query.
  base::Result<Cell, LookupFailure> find_cell(std::string_view table, std::string_view key, std::string_view column) {
    const auto found = store.find_column(table, column);
    if (!found) return base::Failure{found.error()};
    const TableInfo& info = *found.value().table;
    std::optional<size_t> row;
    if (info.kind == TableKind::resource) {
      if (!info.resource->primary_key.empty()) row = records_of(info).find(key);
      if (!row) return base::Failure{unknown_key(info, key, column)};
    }
    for (const Statement& statement : lookup(info, found.value().field())) {
      if (row)
        sqlite3_bind_int64(statement.get(), 1, static_cast<sqlite3_int64>(*row) + 1);
      else
        bind_text(statement.get(), 1, key);
      if (step(statement.get())) return read(found.value(), key, statement.get());
      sqlite3_reset(statement.get());
    }
    return base::Failure{unknown_key(info, key, column)};
  }

  const Records& records_of(const TableInfo& resource) const {
    return store.records[store.resource_numbers.at(resource.name)];
  }

  // Whether SQLite's table has this column; `ref` and `X__ref` are columns too.
  bool has_column(const TableInfo& table, std::string_view column) {
    return sqlite3_table_column_metadata(handle.get(), "main", table.name.c_str(), std::string(column).c_str(), nullptr,
                                         nullptr, nullptr, nullptr, nullptr) == SQLITE_OK;
  }

  // Returns the statements that find a row by its key, to be tried in this order. Each selects the value of one column,
  // its refs (or null) and its unit (or null).
  const std::vector<Statement>& lookup(const TableInfo& table, const quantity::Field& field) {
    auto [at, added] = lookups.try_emplace(table.name + "/" + field.name);
    if (!added) return at->second;
    const std::string own = field.name + std::string(kRefSuffix);
    const std::string refs = has_column(table, own)    ? quoted_name(own)
                             : has_column(table, kRef) ? quoted_name(kRef)
                                                       : "NULL";
    const std::string select =
        fmt::format("SELECT {}, {}, {} FROM {} WHERE ", quoted_name(field.name), refs,
                    field.unit_field.empty() ? "NULL" : quoted_name(field.unit_field), quoted_name(table.name));
    const std::string first = quoted_name(table.fields[0].name);
    const auto add = [&](const std::string& where) { at->second.push_back(prepare(handle.get(), select + where)); };
    if (table.kind == TableKind::resource) {
      add("rowid = ?1");
    } else {
      add(first + " = ?1");
      add(fmt::format("typeof({0}) <> 'text' AND \"||\"({0}, '') = ?1", first));  // compares a number as text
    }
    return at->second;
  }

  base::Result<Cell, LookupFailure> read(const Store::Column& column, std::string_view key, sqlite3_stmt* row) {
    const TableInfo& table = *column.table;
    Cell cell;
    cell.field = column.field();
    cell.value = column_value(row, 0, store.numbers);
    store.add_refs(column_text(row, 1), cell.field, cell.refs);
    if (!cell.field.unit_field.empty()) {
      cell.field.unit = column_text(row, 2);
      cell.field.unit_field.clear();
    }
    const bool is_ambiguous = step(row);
    sqlite3_reset(row);
    if (is_ambiguous)
      return base::Failure{
          LookupFailure{"ambiguous-key",
                        fmt::format("several rows of \"{}\" have \"{}\" in their first column, \"{}\"", table.name, key,
                                    table.fields[0].name),
                        "use the primary key of a resource, or give the view a first column that is unique"}};
    if (cell.field.is_measure() && cell.refs.empty() && !quantity::is_null(cell.value))
      return base::Failure{
          LookupFailure{"number-without-ref",
                        fmt::format("\"{}\" of \"{}\" in \"{}\" has no source", cell.field.name, key, table.name),
                        fmt::format("select {}__ref or ref in the view", cell.field.name)}};
    return cell;
  }

  // Explains that a row existed until a later edition dropped it; nullopt if it never existed.
  std::optional<LookupFailure> dropped_key(const Resource& resource, std::string_view key, std::string_view column) {
    const TableInfo* history = resource.history.empty() ? nullptr : store.find_table(resource.history);
    for (size_t i = resource.editions.size(); history && i-- > 1;) {
      const Edition &before = resource.editions[i - 1], &edition = resource.editions[i];
      const std::string old_key = fmt::format("{}/{}", before.version, key);
      if (!records_of(*history).find(old_key)) continue;
      return LookupFailure{
          "unknown-key",
          fmt::format("\"{}\" no longer has the row \"{}\": edition {} of {} dropped it", resource.name, key,
                      edition.version, edition.date),
          fmt::format("for its last value, of edition {}, write (fig:{}/{}/{}), and say in the text that it is from "
                      "{}; otherwise delete what the text says of it",
                      before.version, resource.history, old_key, column, before.date)};
    }
    return std::nullopt;
  }

  LookupFailure unknown_key(const TableInfo& table, std::string_view key, std::string_view column) {
    if (table.kind == TableKind::resource)
      if (auto dropped = dropped_key(*table.resource, key, column)) return *std::move(dropped);
    std::vector<std::string> keys;
    if (table.kind != TableKind::resource) {
      Statement select =
          prepare(handle.get(), fmt::format("SELECT DISTINCT \"||\"({}, '') FROM {} LIMIT {}",
                                            quoted_name(table.fields[0].name), quoted_name(table.name), kMaxKeys));
      while (step(select.get())) keys.emplace_back(column_text(select.get(), 0));
    } else if (table.resource->primary_key.empty()) {
      return {"unknown-key", fmt::format("\"{}\" has no primary key, so its rows can't be addressed", table.name),
              "add a primaryKey"};
    } else {
      const Records& records = records_of(table);
      for (size_t i = 0; i < std::min(records.size(), kMaxKeys); ++i) keys.emplace_back(records[i].key);
    }
    return {"unknown-key", fmt::format("\"{}\" has no row \"{}\"", table.name, key),
            base::did_you_mean(key, base::views(keys))};
  }

  const Store& store;
  LongNumbers numbers;  // the long numbers of the running query
  Sqlite handle;
  SqlGuard guard;
  std::unique_ptr<Checker<UnitCheck>> units;                                // made for the first query that needs it
  std::unique_ptr<Checker<OrderCheck>> order;                               // the same
  std::unordered_map<std::string, std::unique_ptr<CompiledQuery>> queries;  // queries by their text
  std::unordered_map<std::string, std::vector<Statement>> lookups;          // see lookup(), by "TABLE/COLUMN"
};

Connection::Connection(std::unique_ptr<State> state) : state_(std::move(state)) {}
Connection::~Connection() = default;

std::unique_ptr<Connection> Database::connect() const {
  Sqlite handle = open_image(*store_);
  sqlite3* raw = handle.get();
  auto state = std::make_unique<Connection::State>(*store_, std::move(handle));
  add_functions(raw, state->numbers);
  add_is_old(raw, *store_);
  return std::unique_ptr<Connection>(new Connection(std::move(state)));
}

std::optional<quantity::Frame> Connection::run(const Query& query, const Params& params,
                                               base::Diagnostics& diagnostics) {
  state_->numbers.clear();
  std::string text(query.sql.text());
  if (!query.shown) text += '\0';  // hidden queries are compiled differently, and so need their own entries
  auto found = state_->queries.find(text);
  if (found == state_->queries.end()) {
    // Each connection compiles a query once, so the work must not depend on which page comes first.
    const base::Meter apart(base::work_allowed(0), nullptr, true);
    std::unique_ptr<CompiledQuery> compiled = compile_query(state_->session(), query, diagnostics);
    if (!compiled) return std::nullopt;
    if (state_->queries.size() >= kMaxCached) state_->queries.clear();
    found = state_->queries.emplace(std::move(text), std::move(compiled)).first;
  } else {
    for (const quantity::Exact& literal : found->second->literals) state_->numbers.add_number(literal);
  }
  CompiledQuery& compiled = *found->second;
  std::optional<quantity::Frame> frame = run_query(compiled, state_->session(), query, params, diagnostics);
  if (!frame) return frame;
  const auto check = [&]<class Check>(std::unique_ptr<Checker<Check>>& checker) {
    if (!checker) checker = std::make_unique<Checker<Check>>(state_->store);
    checker->numbers.clear();
    for (const quantity::Exact& literal : compiled.literals) checker->numbers.add_number(literal);
    return checker->check->run(compiled, query, params, *frame, diagnostics);
  };
  const bool is_good =
      (compiled.unit_check.empty() || check(state_->units)) && (!compiled.may_depend_on_order || check(state_->order));
  return is_good ? std::move(frame) : std::nullopt;
}

quantity::Frame Connection::table(std::string_view table, size_t max_rows) {
  if (!state_->store.find_table(table)) throw std::logic_error(fmt::format("there is no table \"{}\"", table));
  std::string sql = "SELECT * FROM " + quoted_name(table) + " ORDER BY rowid";
  if (max_rows != SIZE_MAX) sql += fmt::format(" LIMIT {}", max_rows);
  const base::SourceText text(std::string(table), sql);
  base::Diagnostics diagnostics;
  const Query query{.name = std::string(table), .sql = base::whole(text), .is_limited = false};
  std::optional<quantity::Frame> frame = run(query, {}, diagnostics);
  // Loading has already reported why the query fails, so an empty table is enough here.
  if (frame) return std::move(*frame);
  quantity::Frame empty;
  empty.name = table;
  empty.fields = state_->store.find_table(table)->fields;
  return empty;
}

void Connection::each_row(std::string_view table, const std::function<void(std::span<const quantity::Value>)>& visit) {
  const TableInfo* info = state_->store.find_table(table);
  if (!info) throw std::logic_error(fmt::format("there is no table \"{}\"", table));
  std::vector<std::string> columns;
  for (const quantity::Field& field : info->fields) columns.push_back(field.name);
  const std::string sql =
      fmt::format("SELECT {} FROM {} ORDER BY rowid", quoted_names(columns), quoted_name(info->name));
  Statement select = prepare(state_->handle.get(), sql);
  std::vector<quantity::Value> row(columns.size());
  while (step(select.get())) {
    for (size_t i = 0; i < row.size(); ++i) row[i] = column_value(select.get(), static_cast<int>(i), state_->numbers);
    visit(row);
  }
}

base::Result<Cell, LookupFailure> Connection::find_cell(std::string_view table, std::string_view key,
                                                        std::string_view column) {
  return state_->find_cell(table, key, column);
}

}  // namespace data
