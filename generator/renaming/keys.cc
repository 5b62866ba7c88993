// Renames keys in the files of tables (renaming/steps.h).
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/diagnostic.h"
#include "base/suggest.h"
#include "base/text.h"
#include "base/utf8.h"
#include "data/csv.h"
#include "data/rows.h"
#include "notation/json.h"
#include "renaming/steps.h"

namespace renaming {
namespace {

using base::UsageError;

struct Cell {
  std::string text, now;  // the text before and after the renaming
  base::Span span;

  bool is_renamed() const { return now != text; }
};
using Row = std::vector<Cell>;
using Columns = std::vector<std::string>;

struct Table {
  const data::Resource* resource = nullptr;
  std::vector<Row> rows = {};

  Cell& cell(Row& row, std::string_view column) const { return row[static_cast<size_t>(resource->find(column))]; }
  std::string key(Row& row, const Columns& columns, std::string Cell::* text) const {
    std::vector<std::string> parts;
    for (const std::string& column : columns) parts.push_back(cell(row, column).*text);
    return base::join(parts, "/");
  }
};

// "did you mean …?", or some of the known names.
std::string help_for(std::string_view name, const std::vector<std::string>& known) {
  const std::string meant = base::did_you_mean(name, base::views(known));
  return meant.empty() ? "give one of " + base::list_names(base::views(known), 8) : meant;
}

// The text of a renamed cell as in its file: quoted if it was quoted.
std::string written(const data::Resource& resource, const Cell& cell) {
  const bool is_json = resource.format != data::RowFormat::csv;
  const bool was_quoted = cell.span.text().starts_with(is_json ? '"' : resource.form.csv.quote);
  if (is_json) return was_quoted ? notation::json_text(cell.now) : cell.now;
  const data::CsvDialect& dialect = resource.form.csv;
  return was_quoted ? data::csv_quoted(cell.now, dialect) : data::csv_cell(cell.now, dialect);
}

class Tables {
 public:
  explicit Tables(const passes::Inputs& inputs) {
    for (const data::Resource& resource : inputs.database->package().resources) {
      Table& table = tables_.emplace_back(Table{&resource});
      const base::SourceText* file = inputs.find_source("data/" + resource.path);
      if (!file || !resource.why_not_written().empty()) continue;
      base::Diagnostics ignored;  // the site was built without errors
      data::RowErrors errors(ignored);
      data::read_rows(resource, {file}, ignored, errors, [&](const data::RawRow& raw) {
        Row& row = table.rows.emplace_back();
        for (const data::RawCell& cell : raw.cells)
          row.push_back({std::string(cell.text), std::string(cell.text), cell.span});
        return true;
      });
    }
  }

  void rename(const std::string& name, const std::string& old_key, const std::string& new_key) {
    Columns known;
    for (const Table& each : tables_) known.push_back(each.resource->name);
    const auto at = std::ranges::find(known, name);
    if (at == known.end()) throw UsageError{fmt::format("there is no resource \"{}\"", name), help_for(name, known)};
    Table& table = tables_[static_cast<size_t>(at - known.begin())];
    const Columns& columns = table.resource->primary_key;
    for (const Table& each : tables_) {
      const bool refers = std::ranges::count(each.resource->foreign_keys, name, &data::ForeignKey::resource) > 0;
      const std::string why = refers || &each == &table ? each.resource->why_not_written() : "";
      if (!why.empty())
        throw UsageError{fmt::format("the rows of \"{}\"{} can't be changed: {}", each.resource->name,
                                     &each == &table ? "" : " that refer to it", why),
                         "change them where they are from"};
    }
    if (columns.empty())
      throw UsageError{fmt::format("\"{}\" does not have a primary key", name), "add \"primaryKey\" to its schema"};
    if (new_key.empty() || base::trim(new_key) != new_key || base::visible(new_key) != new_key)
      throw UsageError{fmt::format("\"{}\" can't be a key", base::visible(new_key)),
                       "give a name without invisible characters"};
    known.clear();
    for (Row& each : table.rows) known.push_back(table.key(each, columns, &Cell::text));
    const auto row = std::ranges::find(known, old_key);
    const bool is_taken = std::ranges::find(known, new_key) != known.end();
    if (row == known.end())
      throw UsageError{
          fmt::format("there is no {}/{}", name, old_key),
          is_taken ? fmt::format("{}/{} exists: was it renamed already?", name, new_key) : help_for(old_key, known)};
    if (is_taken) throw UsageError{fmt::format("{}/{} already exists", name, new_key), "give a name that no row has"};
    std::vector<std::string_view> parts{new_key};
    if (columns.size() > 1) parts = base::split(new_key, '/');
    if (parts.size() != columns.size())
      throw UsageError{fmt::format("a key of \"{}\" has {}", name, base::count_of(columns.size(), "part")),
                       fmt::format("give all of {}", base::join(columns, "/"))};
    Row& renamed = table.rows[static_cast<size_t>(row - known.begin())];
    for (size_t i = 0; i < columns.size(); ++i) {
      const std::string old = table.cell(renamed, columns[i]).text;
      for (const data::ForeignKey& key : table.resource->foreign_keys)
        if (old != parts[i] && std::ranges::find(key.fields, columns[i]) != key.fields.end())
          throw UsageError{
              fmt::format("\"{}\" of {}/{} refers to a row of \"{}\"", columns[i], name, old_key, key.resource),
              fmt::format("rename that row: sourcebook rename {}/{} NAME", key.resource, old)};
      set(table, renamed, columns[i], std::string(parts[i]));
    }
  }

  KeyChanges changes() {
    KeyChanges changes;
    std::set<std::string, std::less<>> kept;
    for (Table& table : tables_) {
      const data::Resource& resource = *table.resource;
      for (size_t i = 0; i < resource.fields.size(); ++i) {
        std::set<std::string, std::less<>> kept_here;
        Names& changed = changes.columns[{resource.name, resource.fields[i].field.name}];
        for (const Row& row : table.rows) {
          if (!row[i].is_renamed()) {
            kept_here.insert(row[i].text);
            continue;
          }
          changes.edits.push_back({row[i].span, written(resource, row[i])});
          changed[row[i].text] = changes.names[row[i].text] = row[i].now;
        }
        std::erase_if(changed, [&](const auto& name) { return kept_here.contains(name.first); });
        kept.merge(kept_here);
      }
      for (Row& row : table.rows)
        if (std::string now = table.key(row, resource.primary_key, &Cell::now),
            old = table.key(row, resource.primary_key, &Cell::text);
            old != now)
          changes.keys[resource.name][std::move(old)] = std::move(now);
    }
    std::erase_if(changes.columns, [](const auto& column) { return column.second.empty(); });
    changes.unambiguous = changes.names;
    std::erase_if(changes.unambiguous, [&](const auto& name) { return kept.contains(name.first); });
    return changes;
  }

 private:
  // Also sets the cells that refer to the row by a foreign key with this column, and those that refer to them.
  void set(Table& table, Row& row, const std::string& column, const std::string& text) {
    Cell& cell = table.cell(row, column);
    if (cell.is_renamed() || cell.text == text) return;
    cell.now = text;
    for (Table& other : tables_)
      for (const data::ForeignKey& key : other.resource->foreign_keys) {
        const auto at = std::ranges::find(key.reference, column);
        if (key.resource != table.resource->name || at == key.reference.end()) continue;
        const std::string named = table.key(row, key.reference, &Cell::text);
        for (Row& each : other.rows)
          if (other.key(each, key.fields, &Cell::text) == named)
            set(other, each, key.fields[static_cast<size_t>(at - key.reference.begin())], text);
      }
  }

  std::vector<Table> tables_;
};

}  // namespace

KeyChanges rename_keys(const passes::Inputs& inputs, const std::string& table, const std::string& old_key,
                       const std::string& new_key) {
  Tables tables(inputs);
  tables.rename(table, old_key, new_key);
  KeyChanges changes = tables.changes();
  for (const data::Resource& each : inputs.database->package().resources)
    if (each.long_form && changes.columns.contains({each.name, each.long_form->column}))
      throw UsageError{fmt::format("{}/{} is a column of \"{}\"", table, old_key, each.long_form->view),
                       "rename a column by hand"};
  return changes;
}

}  // namespace renaming
