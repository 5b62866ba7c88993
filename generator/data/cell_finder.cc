#include "data/cell_finder.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/suggest.h"
#include "data/ref_functions.h"

namespace data {
namespace {

// Of a large table only the first keys are looked at for a suggestion.
constexpr size_t kMostKeys = 20'000;

base::Failure<LookupFailure> failure(std::string_view code, std::string message, std::string help) {
  return base::Failure{LookupFailure{code, std::move(message), std::move(help)}};
}

}  // namespace

base::Result<Cell, LookupFailure> CellFinder::find(std::string_view table, std::string_view key,
                                                   std::string_view column) {
  const TableInfo* info = store_.find_table(table);
  if (info == nullptr) {
    std::vector<std::string_view> names;
    for (const TableInfo& known : store_.tables) names.push_back(known.name);
    return failure("unknown-table", fmt::format("there is no table \"{}\"", table), base::did_you_mean(table, names));
  }
  int field = info->find(column);
  if (field < 0) {
    std::vector<std::string_view> names;
    for (const quantity::Field& known : info->fields) names.push_back(known.name);
    std::string help = base::did_you_mean(column, names);
    return failure("unknown-column", fmt::format("\"{}\" has no column \"{}\"", table, column),
                   help.empty() ? "its columns are " + base::list_names(names, 30) : help);
  }
  Lookup& statements = lookup(*info, static_cast<size_t>(field));
  if (info->kind == TableKind::resource) {
    std::optional<size_t> row = store_.records[store_.resource_numbers.at(info->name)].find(key);
    if (!row) return base::Failure{unknown_key(*info, key)};
    sqlite3_reset(statements.by_rowid.get());
    sqlite3_bind_int64(statements.by_rowid.get(), 1, static_cast<sqlite3_int64>(*row) + 1);
    return read(*info, static_cast<size_t>(field), key, statements.by_rowid.get());
  }
  for (sqlite3_stmt* statement : {statements.by_key.get(), statements.by_key_text.get()}) {
    sqlite3_reset(statement);
    bind_text(statement, 1, key);
    if (!step(statement)) continue;
    sqlite3_reset(statement);
    base::Result<Cell, LookupFailure> cell = read(*info, static_cast<size_t>(field), key, statement);
    sqlite3_reset(statement);
    return cell;
  }
  return base::Failure{unknown_key(*info, key)};
}

bool CellFinder::has_column(const std::string& table, const std::string& column) const {
  Statement select = prepare(handle_, "SELECT 1 FROM pragma_table_xinfo(?1) WHERE name = ?2");
  bind_text(select.get(), 1, table);
  bind_text(select.get(), 2, column);
  return step(select.get());
}

std::string CellFinder::refs_column(const TableInfo& table, const quantity::Field& field) const {
  std::string own = field.name + std::string(kRefSuffix);
  if (has_column(table.name, own)) return quoted(own);
  return has_column(table.name, std::string(kRef)) ? quoted(kRef) : "NULL";
}

CellFinder::Lookup& CellFinder::lookup(const TableInfo& table, size_t number) {
  const quantity::Field& field = table.fields[number];
  auto [at, added] = lookups_.try_emplace(table.name + "/" + field.name);
  Lookup& result = at->second;
  if (!added) return result;
  std::string select = fmt::format("SELECT {}, {}, {} FROM {} WHERE ", quoted(field.name), refs_column(table, field),
                                   field.unit_field.empty() ? "NULL" : quoted(field.unit_field), quoted(table.name));
  if (table.kind == TableKind::resource) {
    result.by_rowid = prepare(handle_, select + "rowid = ?1");
  } else {
    std::string first = quoted(table.fields[0].name);
    result.by_key = prepare(handle_, fmt::format("{}{} = ?1", select, first));
    result.by_key_text =
        prepare(handle_, fmt::format("{0}typeof({1}) <> 'text' AND \"||\"({1}, '') = ?1", select, first));
  }
  return result;
}

base::Result<Cell, LookupFailure> CellFinder::read(const TableInfo& table, size_t number, std::string_view key,
                                                   sqlite3_stmt* row) {
  if (!step(row)) return base::Failure{unknown_key(table, key)};
  Cell cell;
  cell.value = column_value(row, 0, store_.numbers);
  cell.field = table.fields[number];
  store_.add_refs(column_text(row, 1), cell.field, cell.refs);
  std::string unit(column_text(row, 2));
  if (step(row)) {
    sqlite3_reset(row);
    return failure("ambiguous-key",
                   fmt::format("several rows of \"{}\" have \"{}\" in their first column, \"{}\"", table.name, key,
                               table.fields[0].name),
                   "name a resource by its primary key, or give the view a first column that is different in each row");
  }
  sqlite3_reset(row);
  if (!cell.field.unit_field.empty()) {
    cell.field.unit = unit;
    cell.field.unit_field.clear();
  }
  if (cell.field.is_measure() && cell.refs.empty() && !quantity::is_null(cell.value))
    return failure(
        "number-without-ref",
        fmt::format("\"{}\" of \"{}\" in \"{}\" does not say where it comes from", cell.field.name, key, table.name),
        fmt::format("select {}__ref or ref in the view", cell.field.name));
  return cell;
}

LookupFailure CellFinder::unknown_key(const TableInfo& table, std::string_view key) {
  std::vector<std::string> keys;
  if (table.kind == TableKind::resource) {
    const Records& records = store_.records[store_.resource_numbers.at(table.name)];
    for (size_t i = 0; i < std::min(records.size(), kMostKeys); ++i) keys.emplace_back(records[i].key);
    if (table.resource->primary_key.empty())
      return {"unknown-key", fmt::format("\"{}\" has no primary key, so its rows have no address", table.name),
              "give it a primaryKey"};
  } else {
    Statement select = prepare(handle_, fmt::format("SELECT DISTINCT \"||\"({}, '') FROM {} LIMIT {}",
                                                    quoted(table.fields[0].name), quoted(table.name), kMostKeys));
    while (step(select.get())) keys.emplace_back(column_text(select.get(), 0));
  }
  return {"unknown-key", fmt::format("\"{}\" has no row \"{}\"", table.name, key),
          base::did_you_mean(key, base::views(keys))};
}

}  // namespace data
