#include "data/connection.h"

#include <fmt/format.h>

#include <unordered_map>

#include "base/suggest.h"
#include "base/text.h"
#include "data/cell_finder.h"
#include "data/compiled_query.h"
#include "data/exact_functions.h"
#include "data/query_runner.h"
#include "data/ref_functions.h"
#include "data/sql_guard.h"
#include "data/store.h"
#include "data/sum_functions.h"

namespace data {
namespace {

constexpr size_t kMaxCached = 512;

// What SQLite itself refuses. Lengths are bytes.
void set_limits(sqlite3* handle) {
  sqlite3_limit(handle, SQLITE_LIMIT_SQL_LENGTH, 200'000);
  sqlite3_limit(handle, SQLITE_LIMIT_COLUMN, 600);
  sqlite3_limit(handle, SQLITE_LIMIT_EXPR_DEPTH, 200);
  sqlite3_limit(handle, SQLITE_LIMIT_COMPOUND_SELECT, 100);
  sqlite3_limit(handle, SQLITE_LIMIT_FUNCTION_ARG, 100);
  sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 0);
  sqlite3_limit(handle, SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 200);
  sqlite3_limit(handle, SQLITE_LIMIT_VARIABLE_NUMBER, 200);
  sqlite3_limit(handle, SQLITE_LIMIT_TRIGGER_DEPTH, 0);
  sqlite3_limit(handle, SQLITE_LIMIT_WORKER_THREADS, 0);
}

}  // namespace

struct Connection::State {
  State(const Store& of, Sqlite opened)
      : store(of),
        numbers(&of.numbers),
        handle(std::move(opened)),
        guard(handle.get(), [this](std::string_view table) { return store.find_table(table) != nullptr; }),
        cells(store, handle.get()) {}

  const Store& store;
  LongNumbers numbers;  // of the query that runs
  Sqlite handle;
  SqlGuard guard;
  std::unordered_map<std::string, std::unique_ptr<CompiledQuery>> queries;  // by text
  CellFinder cells;
  std::unordered_map<std::string, std::unique_ptr<base::SourceText>> table_queries;  // by their text
};

Connection::Connection(std::unique_ptr<State> state) : state_(std::move(state)) {}
Connection::~Connection() = default;

std::unique_ptr<Connection> Database::connect() const {
  Sqlite handle = open_memory();
  sqlite3* raw = handle.get();
  // The bytes are shared: SQLite neither changes nor frees them.
  if (store_->image != nullptr && sqlite3_deserialize(raw, "main", store_->image.get(), store_->image_size,
                                                      store_->image_size, SQLITE_DESERIALIZE_READONLY) != SQLITE_OK)
    throw SqliteError("SQLite could not open the image of the database");
  execute(raw, fmt::format("PRAGMA mmap_size = {}", store_->image_size + 1));
  add_ref_functions(raw);
  set_limits(raw);
  auto state = std::make_unique<Connection::State>(*store_, std::move(handle));
  add_sum_functions(raw, state->numbers);
  add_exact_functions(raw, state->numbers);
  return std::unique_ptr<Connection>(new Connection(std::move(state)));
}

std::optional<quantity::Frame> Connection::run(const Query& query, const Params& params,
                                               base::Diagnostics& diagnostics) {
  return run(query, params, Allowance::of_query, diagnostics);
}

std::optional<quantity::Frame> Connection::run(const Query& query, const Params& params, Allowance allowance,
                                               base::Diagnostics& diagnostics) {
  state_->numbers.clear();
  std::string text(query.sql.text());
  if (!query.shown) text += '\0';  // compiled otherwise
  auto found = state_->queries.find(text);
  if (found == state_->queries.end()) {
    std::unique_ptr<CompiledQuery> compiled = compile_query(state_->handle.get(), state_->store, state_->numbers,
                                                            state_->guard, query.sql, query.shown, diagnostics);
    state_->guard.off();
    if (compiled == nullptr) return std::nullopt;
    if (state_->queries.size() >= kMaxCached) state_->queries.clear();
    found = state_->queries.emplace(std::move(text), std::move(compiled)).first;
  } else {
    for (const quantity::Exact& literal : found->second->literals) state_->numbers.add(literal);
  }
  std::optional<quantity::Frame> frame =
      run_query(*found->second, state_->store, state_->numbers, state_->guard, query, params, diagnostics, allowance);
  state_->guard.off();
  return frame;
}

quantity::Frame Connection::table(std::string_view table, size_t most_rows) {
  if (state_->store.find_table(table) == nullptr)
    throw std::logic_error(fmt::format("there is no table \"{}\"", table));
  std::string sql = "SELECT * FROM " + quoted(table) + " ORDER BY rowid";
  if (most_rows != SIZE_MAX) sql += fmt::format(" LIMIT {}", most_rows);
  auto [at, added] = state_->table_queries.try_emplace(sql);
  if (added) at->second = std::make_unique<base::SourceText>(std::string(table), sql);
  const base::SourceText& text = *at->second;
  base::Diagnostics diagnostics;
  std::optional<quantity::Frame> frame =
      run({std::string(table), base::whole(text)}, {}, Allowance::whole_table, diagnostics);
  // Loading has checked all of it; what is wrong has been reported, and an empty table will do.
  if (frame) return std::move(*frame);
  quantity::Frame empty;
  empty.name = table;
  empty.fields = state_->store.find_table(table)->fields;
  empty.seal();
  return empty;
}

void Connection::each_row(std::string_view table, const std::function<void(std::span<const quantity::Value>)>& visit) {
  const TableInfo* info = state_->store.find_table(table);
  if (info == nullptr) throw std::logic_error(fmt::format("there is no table \"{}\"", table));
  std::vector<std::string> columns;
  for (const quantity::Field& field : info->fields) columns.push_back(quoted(field.name));
  const std::string sql =
      fmt::format("SELECT {} FROM {} ORDER BY rowid", base::join(columns, ", "), quoted(info->name));
  Statement select = prepare(state_->handle.get(), sql);
  std::vector<quantity::Value> row(columns.size());
  while (step(select.get())) {
    for (size_t i = 0; i < row.size(); ++i) row[i] = column_value(select.get(), static_cast<int>(i), state_->numbers);
    visit(row);
  }
}

base::Result<Cell, LookupFailure> Connection::find_cell(std::string_view table, std::string_view key,
                                                        std::string_view column) {
  return state_->cells.find(table, key, column);
}

void Connection::reverse_unordered(bool on) {
  execute(state_->handle.get(), fmt::format("PRAGMA reverse_unordered_selects = {}", on ? "ON" : "OFF"));
  state_->queries.clear();  // the order is decided when a statement is compiled
}

}  // namespace data
