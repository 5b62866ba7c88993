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
  std::optional<std::string> renamed;
};
using Row = std::vector<Cell>;
using Columns = std::vector<std::string>;

struct Table {
  const data::Resource* resource = nullptr;
  std::vector<Row> rows;

  Cell& cell(Row& row, std::string_view column) const { return row[static_cast<size_t>(resource->find(column))]; }
  std::string key(Row& row, const Columns& columns, bool is_renamed) const {
    std::vector<std::string> parts;
    for (const std::string& column : columns) {
      const Cell& each = cell(row, column);
      parts.push_back(is_renamed ? each.renamed.value_or(each.text) : each.text);
    }
    return base::join(parts, "/");
  }
};

// "did you mean …?", or some of the known names.
std::string help_for(std::string_view name, const std::vector<std::string>& known) {
  const std::string meant = base::did_you_mean(name, base::views(known));
  return meant.empty() ? "give one of " + base::list_names(base::views(known), 8) : meant;
}

// The text of a renamed cell in its file: in quotes if it was.
std::string written(const data::Resource& resource, const Cell& cell) {
  if (resource.format == data::RowFormat::json)
    return cell.is_number ? *cell.renamed : notation::json_text(*cell.renamed);
  const data::CsvDialect dialect{resource.delimiter, resource.quote};
  const bool was_quoted = cell.span.text().starts_with(resource.quote);
  return was_quoted ? data::csv_quoted(*cell.renamed, dialect) : data::csv_cell(*cell.renamed, dialect);
}

class Tables {
 public:
  explicit Tables(const build::Inputs& inputs) {
    for (const data::Resource& resource : inputs.database->package().resources) {
      Table& table = tables_.emplace_back(Table{&resource, {}});
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
  }

  std::optional<Refusal> rename(const std::string& name, const std::string& old_key, const std::string& new_key) {
    Columns known;
    for (const Table& each : tables_) known.push_back(each.resource->name);
    Table* table = find(name);
    if (!table) return Refusal{fmt::format("there is no resource \"{}\"", name), help_for(name, known)};
    const Columns& columns = table->resource->primary_key;
    if (columns.empty())
      return Refusal{fmt::format("\"{}\" does not have a primary key", name), "add \"primaryKey\" to its schema"};
    if (new_key.empty() || base::trim(new_key) != new_key || base::visible(new_key) != new_key)
      return Refusal{fmt::format("\"{}\" can't be a key", base::visible(new_key)),
                     "give a name without invisible characters"};
    known.clear();
    for (Row& each : table->rows) known.push_back(table->key(each, columns, false));
    const auto row = std::ranges::find(known, old_key);
    const bool is_taken = std::ranges::find(known, new_key) != known.end();
    if (row == known.end())
      return Refusal{
          fmt::format("there is no {}/{}", name, old_key),
          is_taken ? fmt::format("{}/{} exists: was it renamed already?", name, new_key) : help_for(old_key, known)};
    if (is_taken) return Refusal{fmt::format("{}/{} already exists", name, new_key), "give a name that no row has"};
    return set_key(*table, table->rows[static_cast<size_t>(row - known.begin())], old_key, new_key);
  }

  void follow_foreign_keys() {
    for (bool is_changed = true; is_changed;) {
      is_changed = false;
      for (Table& each : tables_)
        for (const data::ForeignKey& key : each.resource->foreign_keys)
          if (Table* target = find(key.resource)) is_changed |= follow(*target, each, key);
    }
  }

  KeyChanges changes() {
    KeyChanges changes;
    std::set<std::string, std::less<>> kept;
    for (Table& table : tables_) {
      const data::Resource& resource = *table.resource;
      for (size_t i = 0; i < resource.fields.size(); ++i) {
        std::set<std::string, std::less<>> kept_here;
        Names changed;
        for (const Row& row : table.rows) {
          const Cell& cell = row[i];
          if (!cell.renamed) {
            kept_here.insert(cell.text);
            continue;
          }
          changes.edits.push_back({cell.span, written(resource, cell)});
          changed[cell.text] = changes.names[cell.text] = *cell.renamed;
        }
        std::erase_if(changed, [&](const auto& name) { return kept_here.contains(name.first); });
        if (!changed.empty()) changes.columns[{resource.name, resource.fields[i].field.name}] = std::move(changed);
        kept.merge(kept_here);
      }
      for (Row& row : table.rows)
        if (std::string now = table.key(row, resource.primary_key, true),
            old = table.key(row, resource.primary_key, false);
            old != now)
          changes.keys[resource.name][std::move(old)] = std::move(now);
    }
    changes.unambiguous = changes.names;
    std::erase_if(changes.unambiguous, [&](const auto& name) { return kept.contains(name.first); });
    return changes;
  }

 private:
  Table* find(std::string_view name) {
    const auto found = std::ranges::find(tables_, name, [](const Table& each) { return each.resource->name; });
    return found == tables_.end() ? nullptr : &*found;
  }

  static std::optional<Refusal> set_key(Table& table, Row& row, const std::string& old_key,
                                        const std::string& new_key) {
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
      cell.renamed = parts[i];
      for (const data::ForeignKey& key : resource.foreign_keys)
        if (std::ranges::find(key.fields, columns[i]) != key.fields.end())
          return Refusal{fmt::format("\"{}\" of {}/{} refers to a row of \"{}\"", columns[i], resource.name, old_key,
                                     key.resource),
                         fmt::format("rename that row: sourcebook rename {}/{} NAME", key.resource, cell.text)};
    }
    return std::nullopt;
  }

  // Changes the cells of `table` that refer to renamed rows of `target`; returns whether there were any.
  static bool follow(Table& target, Table& table, const data::ForeignKey& key) {
    std::map<std::string, Row*> renamed;
    for (Row& row : target.rows)
      if (std::string old = target.key(row, key.reference, false); old != target.key(row, key.reference, true))
        renamed.emplace(std::move(old), &row);
    if (renamed.empty()) return false;
    bool is_changed = false;
    for (Row& row : table.rows) {
      Row* const* named = find_in(renamed, table.key(row, key.fields, false));
      for (size_t i = 0; named && i < key.fields.size(); ++i) {
        const std::optional<std::string>& name = target.cell(**named, key.reference[i]).renamed;
        Cell& cell = table.cell(row, key.fields[i]);
        if (!name || cell.renamed) continue;
        cell.renamed = name;
        is_changed = true;
      }
    }
    return is_changed;
  }

  std::vector<Table> tables_;
};

}  // namespace

base::Result<KeyChanges, Refusal> rename_keys(const build::Inputs& inputs, const std::string& table,
                                              const std::string& old_key, const std::string& new_key) {
  Tables tables(inputs);
  if (auto refusal = tables.rename(table, old_key, new_key)) return base::Failure{*refusal};
  tables.follow_foreign_keys();
  KeyChanges changes = tables.changes();
  for (const data::Resource& each : inputs.database->package().resources)
    if (each.long_form && changes.columns.contains({each.name, each.long_form->column}))
      return base::Failure{Refusal{fmt::format("{}/{} is a column of \"{}\"", table, old_key, each.long_form->view),
                                   "rename a column by hand"}};
  return changes;
}

}  // namespace renaming
