#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

#include "base/suggest.h"
#include "base/text.h"
#include "base/utf8.h"
#include "data/csv.h"
#include "data/rows.h"
#include "notation/json.h"
#include "renaming/steps.h"

namespace renaming {
namespace {

struct Cell {
  std::string text;
  base::Span span;
  bool is_number = false;
  std::optional<std::string> becomes;
};
using Row = std::vector<Cell>;
using Columns = std::vector<std::string>;

struct Table {
  const data::Resource* resource = nullptr;
  std::vector<Row> rows;

  Cell& cell(Row& row, std::string_view column) const { return row[static_cast<size_t>(resource->find(column))]; }
  std::string key(Row& row, const Columns& columns, bool now) const {
    std::vector<std::string> parts;
    for (const std::string& column : columns) {
      const Cell& each = cell(row, column);
      parts.push_back(now ? each.becomes.value_or(each.text) : each.text);
    }
    return base::join(parts, "/");
  }
};

std::vector<Table> read_tables(const build::Inputs& inputs) {
  std::vector<Table> tables;
  for (const data::Resource& resource : inputs.database->package().resources) {
    Table& table = tables.emplace_back(Table{&resource, {}});
    const base::SourceText* file = inputs.find_source("data/" + resource.path);
    if (!file) continue;
    base::Diagnostics ignored;  // the site was built without errors
    data::RowErrors errors(ignored);
    data::read_rows(resource, *file, ignored, errors, [&](const data::RawRow& raw) {
      Row& row = table.rows.emplace_back();
      for (const data::RawCell& cell : raw.cells)
        row.push_back({std::string(cell.text), cell.span, cell.kind == notation::Kind::number, std::nullopt});
      return true;
    });
  }
  return tables;
}

Table* find_table(std::vector<Table>& tables, std::string_view name) {
  const auto found =
      std::find_if(tables.begin(), tables.end(), [&](const Table& t) { return t.resource->name == name; });
  return found == tables.end() ? nullptr : &*found;
}

// "did you mean …?", or some of those that exist.
std::string help_for(std::string_view name, const std::vector<std::string>& known) {
  const std::string meant = base::did_you_mean(name, base::views(known));
  return meant.empty() ? "give one of " + base::list_names(base::views(known), 8) : meant;
}

std::optional<Refusal> set_key(Table& table, Row& row, const std::string& old_key, const std::string& new_key) {
  const data::Resource& resource = *table.resource;
  const Columns& columns = resource.primary_key;
  std::vector<std::string_view> parts{new_key};
  if (columns.size() > 1) parts = base::split(new_key, '/');
  if (parts.size() != columns.size())
    return Refusal{fmt::format("a key of \"{}\" has {}", resource.name, base::count_of(columns.size(), "part")),
                   fmt::format("give all of {}", base::join(columns, "/"))};
  for (size_t i = 0; i < columns.size(); ++i) {
    Cell& cell = table.cell(row, columns[i]);
    if (cell.text == parts[i]) continue;
    cell.becomes = parts[i];
    for (const data::ForeignKey& key : resource.foreign_keys)
      if (std::find(key.fields.begin(), key.fields.end(), columns[i]) != key.fields.end())
        return Refusal{
            fmt::format("\"{}\" of {}/{} names a row of \"{}\"", columns[i], resource.name, old_key, key.resource),
            fmt::format("rename that one: sourcebook rename {}/{} NAME", key.resource, cell.text)};
  }
  return std::nullopt;
}

std::optional<Refusal> start(std::vector<Table>& tables, const std::string& name, const std::string& old_key,
                             const std::string& new_key) {
  std::vector<std::string> known;
  for (const Table& each : tables) known.push_back(each.resource->name);
  Table* table = find_table(tables, name);
  if (!table) return Refusal{fmt::format("there is no resource \"{}\"", name), help_for(name, known)};
  if (table->resource->primary_key.empty())
    return Refusal{fmt::format("\"{}\" does not have a primary key", name), "add \"primaryKey\" to its schema"};
  if (new_key.empty() || base::trim(new_key) != new_key || base::visible(new_key) != new_key)
    return Refusal{fmt::format("\"{}\" can't be a key", base::visible(new_key)),
                   "give a name without invisible characters"};
  known.clear();
  Row* row = nullptr;
  for (Row& each : table->rows) {
    known.push_back(table->key(each, table->resource->primary_key, false));
    if (known.back() == old_key) row = &each;
  }
  const bool is_taken = std::find(known.begin(), known.end(), new_key) != known.end();
  if (!row)
    return Refusal{
        fmt::format("there is no {}/{}", name, old_key),
        is_taken ? fmt::format("{}/{} exists: was it renamed already?", name, new_key) : help_for(old_key, known)};
  if (is_taken) return Refusal{fmt::format("{}/{} already exists", name, new_key), "give a name that no row has"};
  return set_key(*table, *row, old_key, new_key);
}

// Carries what has changed in one table on to another that refers to it; true if something changed by that.
bool carry(Table& target, Table& table, const data::ForeignKey& key) {
  std::map<std::string, Row*> renamed;
  for (Row& row : target.rows)
    if (std::string old = target.key(row, key.reference, false); old != target.key(row, key.reference, true))
      renamed.emplace(std::move(old), &row);
  bool is_changed = false;
  if (renamed.empty()) return false;
  for (Row& row : table.rows) {
    const auto found = renamed.find(table.key(row, key.fields, false));
    if (found == renamed.end()) continue;
    for (size_t i = 0; i < key.fields.size(); ++i) {
      const Cell& named = target.cell(*found->second, key.reference[i]);
      Cell& cell = table.cell(row, key.fields[i]);
      if (!named.becomes || cell.becomes) continue;
      cell.becomes = named.becomes;
      is_changed = true;
    }
  }
  return is_changed;
}

// As the file has it: what was in quotes stays so.
std::string written(const data::Resource& resource, const Cell& cell) {
  if (resource.format == data::RowFormat::json)
    return cell.is_number ? *cell.becomes : notation::json_text(*cell.becomes);
  const data::CsvDialect dialect{resource.delimiter, resource.quote};
  const bool was_quoted = cell.span.text().starts_with(resource.quote);
  return was_quoted ? data::csv_quoted(*cell.becomes, dialect) : data::csv_cell(*cell.becomes, dialect);
}

KeyChanges collect(std::vector<Table>& tables) {
  KeyChanges changes;
  std::set<std::string, std::less<>> kept;
  for (Table& table : tables) {
    const data::Resource& resource = *table.resource;
    for (size_t i = 0; i < resource.fields.size(); ++i) {
      std::set<std::string, std::less<>> kept_here;
      Names changed;
      for (const Row& row : table.rows) {
        const Cell& cell = row[i];
        if (cell.becomes) {
          changes.edits.push_back({cell.span, written(resource, cell)});
          changed[cell.text] = changes.names[cell.text] = *cell.becomes;
        } else {
          kept_here.insert(cell.text);
        }
      }
      std::erase_if(changed, [&](const auto& name) { return kept_here.contains(name.first); });
      if (!changed.empty()) changes.columns[{resource.name, resource.fields[i].field.name}] = std::move(changed);
      kept.merge(kept_here);
    }
    for (Row& row : table.rows) {
      std::string old = table.key(row, resource.primary_key, false), now = table.key(row, resource.primary_key, true);
      if (old != now) changes.keys[resource.name][std::move(old)] = std::move(now);
    }
  }
  changes.unambiguous = changes.names;
  std::erase_if(changes.unambiguous, [&](const auto& name) { return kept.contains(name.first); });
  return changes;
}

}  // namespace

base::Result<KeyChanges, Refusal> follow_keys(const build::Inputs& inputs, const std::string& table,
                                              const std::string& old_key, const std::string& new_key) {
  std::vector<Table> tables = read_tables(inputs);
  if (auto refusal = start(tables, table, old_key, new_key)) return base::Failure{*refusal};
  for (bool is_changed = true; is_changed;) {
    is_changed = false;
    for (Table& each : tables)
      for (const data::ForeignKey& key : each.resource->foreign_keys)
        if (Table* target = find_table(tables, key.resource)) is_changed |= carry(*target, each, key);
  }
  KeyChanges changes = collect(tables);
  for (const Table& each : tables)
    if (each.resource->long_form && changes.column(each.resource->name, each.resource->long_form->column))
      return base::Failure{
          Refusal{fmt::format("{}/{} is a column of \"{}\"", table, old_key, each.resource->long_form->view),
                  "rename a column by hand"}};
  return changes;
}

}  // namespace renaming
