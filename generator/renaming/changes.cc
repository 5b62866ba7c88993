#include "renaming/changes.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

#include "base/suggest.h"
#include "base/text.h"
#include "base/utf8.h"
#include "data/cell.h"
#include "data/csv.h"
#include "data/rows.h"
#include "notation/json.h"

namespace renaming {
namespace {

using notation::Kind;

// A cell of a key, or one that names a key.
struct KeyCell {
  std::string text;
  base::Span span;
  Kind kind = Kind::null;
  std::optional<std::string> becomes;
  bool from_foreign_key = false;

  const std::string& now() const { return becomes ? *becomes : text; }
};

struct Table {
  const data::Resource* resource = nullptr;
  std::vector<size_t> fields;  // those of keys, both own and foreign
  std::vector<std::vector<KeyCell>> rows;

  size_t column(std::string_view name) const {
    for (size_t i = 0; i < fields.size(); ++i)
      if (resource->fields[fields[i]].field.name == name) return i;
    return fields.size();
  }
};

using Tuple = std::vector<std::string>;

std::string joined(const Tuple& parts) { return base::join(parts, "/"); }

// A cell as its file has it: what was in quotes stays so.
std::string written_cell(const data::Resource& resource, const KeyCell& cell) {
  if (resource.format == data::RowFormat::json)
    return cell.kind == Kind::string ? notation::json_text(*cell.becomes) : *cell.becomes;
  const data::CsvDialect dialect{resource.delimiter, resource.quote};
  const bool was_quoted = cell.span.text().starts_with(resource.quote);
  return was_quoted ? data::csv_quoted(*cell.becomes, dialect) : data::csv_cell(*cell.becomes, dialect);
}

// Why a text can't be a key at all; what the descriptor asks of it is checked with the site as it would be.
std::string objection_to_key(const std::string& key) {
  if (key.empty()) return "it is empty";
  if (base::trim(key).size() != key.size()) return "it begins or ends with a space";
  if (base::find_invalid_utf8(key)) return "it is no valid UTF-8";
  if (base::visible(key) != key) return "it holds a character that nobody sees";
  return "";
}

}  // namespace

class Follower {
 public:
  Follower(const data::Package& package, const DataTexts& texts) : package_(package), texts_(texts) {}

  Changes follow(const std::string& table, const std::string& old_key, const std::string& new_key,
                 Changes::Refusal& refusal) {
    if (start(table, old_key, new_key, refusal)) {
      while (step()) {
      }
      collect();
      if (const data::Resource* broken = changed_columns_of_a_wide_table())
        refusal = {
            fmt::format("{}/{} is a column of \"{}\", which queries name", table, old_key, broken->long_form->view),
            "rename a column by hand: no text tells safely where a query means it"};
    }
    return std::move(changes_);
  }

 private:
  bool refuse(Changes::Refusal& refusal, std::string why, std::string help) {
    refusal = {std::move(why), std::move(help)};
    return false;
  }

  void read_all() {
    for (const data::Resource& resource : package_.resources) {
      Table table{&resource, {}, {}};
      std::set<std::string, std::less<>> wanted(resource.primary_key.begin(), resource.primary_key.end());
      for (const data::ForeignKey& key : resource.foreign_keys) wanted.insert(key.fields.begin(), key.fields.end());
      for (const data::Resource& other : package_.resources)
        for (const data::ForeignKey& key : other.foreign_keys)
          if (key.resource == resource.name) wanted.insert(key.reference.begin(), key.reference.end());
      for (size_t i = 0; i < resource.fields.size(); ++i)
        if (wanted.contains(resource.fields[i].field.name)) table.fields.push_back(i);
      auto text = texts_.find(resource.path);
      if (text != texts_.end() && !table.fields.empty()) read(table, *text->second);
      tables_.push_back(std::move(table));
    }
  }

  static void read(Table& table, const base::SourceText& file) {
    base::Diagnostics said_before;
    data::RowErrors errors(said_before);
    data::read_rows(*table.resource, file, said_before, errors, [&](const data::RawRow& row) {
      std::vector<KeyCell>& cells = table.rows.emplace_back();
      for (size_t field : table.fields) {
        const data::RawCell& cell = row.cells[field];
        cells.push_back({std::string(cell.text), cell.span, cell.kind, std::nullopt, false});
      }
      return true;
    });
  }

  Table* find(std::string_view name) {
    for (Table& table : tables_)
      if (table.resource->name == name) return &table;
    return nullptr;
  }

  static Tuple tuple(const Table& table, const std::vector<KeyCell>& row, const std::vector<std::string>& names,
                     bool now) {
    Tuple parts;
    for (const std::string& name : names) {
      const KeyCell& cell = row[table.column(name)];
      parts.push_back(now ? cell.now() : cell.text);
    }
    return parts;
  }

  bool start(const std::string& name, const std::string& old_key, const std::string& new_key,
             Changes::Refusal& refusal) {
    read_all();
    Table* table = find(name);
    if (!table) {
      std::vector<std::string_view> names;
      for (const data::Resource& each : package_.resources) names.push_back(each.name);
      std::string meant = base::did_you_mean(name, names);
      return refuse(refusal, fmt::format("there is no resource \"{}\"", name),
                    meant.empty() ? "one of " + base::list_names(names, 20) : meant);
    }
    const std::vector<std::string>& columns = table->resource->primary_key;
    if (columns.empty())
      return refuse(refusal, fmt::format("\"{}\" has no primary key, so that its rows have no names", name),
                    "add \"primaryKey\" to its schema");
    if (std::string why = objection_to_key(new_key); !why.empty())
      return refuse(refusal, fmt::format("\"{}\" can't be a key: {}", base::visible(new_key), why),
                    "give a name such as those of the table's other rows");
    if (new_key == old_key)
      return refuse(refusal, fmt::format("{}/{} has that name", name, old_key), "give another one");
    std::vector<KeyCell>* row = nullptr;
    std::vector<std::string> known;
    bool taken = false;
    for (std::vector<KeyCell>& each : table->rows) {
      std::string key = joined(tuple(*table, each, columns, false));
      if (key == old_key) row = &each;
      taken |= key == new_key;
      known.push_back(std::move(key));
    }
    if (!row && taken)
      return refuse(refusal, fmt::format("there is no {}/{}, but there is {}/{}", name, old_key, name, new_key),
                    "it seems to have been renamed already");
    if (!row) {
      std::string meant = base::did_you_mean(old_key, base::views(known));
      return refuse(refusal, fmt::format("there is no {}/{}", name, old_key),
                    meant.empty() ? fmt::format("keys of \"{}\" are, for example, {}", name,
                                                base::list_names(base::views(known), 5))
                                  : meant);
    }
    if (taken)
      return refuse(refusal, fmt::format("{}/{} is there already", name, new_key),
                    "give a name that no row of the table has");
    return set_key(*table, *row, old_key, new_key, refusal);
  }

  bool set_key(Table& table, std::vector<KeyCell>& row, const std::string& old_key, const std::string& new_key,
               Changes::Refusal& refusal) {
    const std::vector<std::string>& columns = table.resource->primary_key;
    Tuple parts{new_key};
    if (columns.size() > 1) {
      parts.clear();
      for (std::string_view part : base::split(new_key, '/')) parts.emplace_back(part);
    }
    if (parts.size() != columns.size())
      return refuse(
          refusal,
          fmt::format("\"{}\" has {}, but the key of \"{}\" has {}", new_key, base::count_of(parts.size(), "part"),
                      table.resource->name, base::count_of(columns.size(), "column")),
          fmt::format("give all of {}, with '/' between them", base::join(columns, "/")));
    for (size_t i = 0; i < columns.size(); ++i) {
      KeyCell& cell = row[table.column(columns[i])];
      if (cell.text == parts[i]) continue;
      for (const data::ForeignKey& key : table.resource->foreign_keys)
        if (std::find(key.fields.begin(), key.fields.end(), columns[i]) != key.fields.end())
          return refuse(refusal,
                        fmt::format("\"{}\" of {}/{} names a row of \"{}\"", columns[i], table.resource->name, old_key,
                                    key.resource),
                        fmt::format("rename that one: sourcebook rename {}/{} NAME", key.resource, cell.text));
      if (!fits(*table.resource, table.fields[table.column(columns[i])], cell, parts[i], refusal)) return false;
      cell.becomes = parts[i];
    }
    return true;
  }

  // What the descriptor asks of the column; but for an enum, which is changed with it.
  bool fits(const data::Resource& resource, size_t field, const KeyCell& cell, const std::string& text,
            Changes::Refusal& refusal) {
    base::Diagnostics said;
    {
      data::RowErrors errors(said);
      const bool from_csv = resource.format == data::RowFormat::csv;
      data::ResourceField asked = resource.fields[field];
      asked.constraints.one_of.clear();
      data::CellChecker(asked, said).check({cell.kind, text, cell.span}, from_csv, errors);
    }
    if (said.empty()) return true;
    const base::Diagnostic& first = said.list().front();
    return refuse(refusal, first.message, first.expected.empty() ? first.help : "expected: " + first.expected);
  }

  // Carries what has changed on along every foreign key once; true if something changed by that.
  bool step() {
    bool moved = false;
    for (Table& table : tables_)
      for (const data::ForeignKey& key : table.resource->foreign_keys)
        if (const Table* target = find(key.resource)) moved |= carry(*target, table, key);
    return moved;
  }

  static bool carry(const Table& target, Table& table, const data::ForeignKey& key) {
    std::map<Tuple, Tuple> renamed;
    for (const std::vector<KeyCell>& row : target.rows) {
      Tuple old = tuple(target, row, key.reference, false), now = tuple(target, row, key.reference, true);
      if (old != now) renamed.emplace(std::move(old), std::move(now));
    }
    if (renamed.empty()) return false;
    bool moved = false;
    for (std::vector<KeyCell>& row : table.rows) {
      auto found = renamed.find(tuple(table, row, key.fields, false));
      if (found == renamed.end()) continue;
      for (size_t i = 0; i < key.fields.size(); ++i) {
        KeyCell& cell = row[table.column(key.fields[i])];
        if (cell.becomes || cell.text == found->second[i]) continue;
        cell.becomes = found->second[i];
        cell.from_foreign_key = true;
        moved = true;
      }
    }
    return moved;
  }

  void collect() {
    for (const Table& table : tables_) {
      const data::Resource& resource = *table.resource;
      std::map<size_t, std::set<std::string, std::less<>>> kept;
      for (const std::vector<KeyCell>& row : table.rows) {
        for (size_t i = 0; i < row.size(); ++i) {
          const KeyCell& cell = row[i];
          if (!cell.becomes) {
            kept[i].insert(cell.text);
            continue;
          }
          changes_.edits_.push_back({cell.span, written_cell(resource, cell)});
          changes_.foreign_ += cell.from_foreign_key;
          changes_.columns_[{resource.name, resource.fields[table.fields[i]].field.name}][cell.text] = *cell.becomes;
          changes_.names_[cell.text] = *cell.becomes;
          changes_.said_.insert({cell.text, *cell.becomes});
        }
        if (resource.primary_key.empty()) continue;
        Tuple old = tuple(table, row, resource.primary_key, false), now = tuple(table, row, resource.primary_key, true);
        if (old == now) continue;
        changes_.keys_[resource.name][joined(old)] = joined(now);
        const auto& keys = resource.primary_key;
        changes_.rows_ += std::any_of(keys.begin(), keys.end(), [&](const std::string& name) {
          const KeyCell& cell = row[table.column(name)];
          return cell.becomes && !cell.from_foreign_key;
        });
      }
      for (const auto& [column, values] : kept) forget_shared(resource, table.fields[column], values);
    }
    while (pass_on()) {
    }
  }

  // A column that names renamed rows, though none of its own rows does now: queries and settings may.
  bool pass_on() {
    bool grown = false;
    for (const Table& table : tables_)
      for (const data::ForeignKey& key : table.resource->foreign_keys) {
        const Changes::Map* values = key.fields.size() == 1 ? changes_.values(key.resource, key.reference[0]) : nullptr;
        if (!values) continue;
        const Changes::Map copied = *values;
        Changes::Map& own = changes_.columns_[{table.resource->name, key.fields[0]}];
        for (const auto& value : copied) grown |= own.insert(value).second;
      }
    return grown;
  }

  // A value that other rows keep doesn't tell which row is meant.
  void forget_shared(const data::Resource& resource, size_t field, const std::set<std::string, std::less<>>& kept) {
    auto found = changes_.columns_.find(std::pair(resource.name, resource.fields[field].field.name));
    if (found == changes_.columns_.end()) return;
    std::erase_if(found->second, [&](const auto& value) { return kept.contains(value.first); });
  }

  const data::Resource* changed_columns_of_a_wide_table() const {
    for (const data::Resource& resource : package_.resources)
      if (resource.long_form && changes_.values(resource.name, resource.long_form->column)) return &resource;
    return nullptr;
  }

  const data::Package& package_;
  const DataTexts& texts_;
  std::vector<Table> tables_;
  Changes changes_;
};

Changes Changes::follow(const data::Package& package, const DataTexts& texts, const std::string& table,
                        const std::string& old_key, const std::string& new_key, Refusal& refusal) {
  return Follower(package, texts).follow(table, old_key, new_key, refusal);
}

const std::string* Changes::key(std::string_view resource, std::string_view key) const {
  auto table = keys_.find(resource);
  if (table == keys_.end()) return nullptr;
  auto found = table->second.find(key);
  return found == table->second.end() ? nullptr : &found->second;
}

const std::map<std::string, std::string, std::less<>>* Changes::values(std::string_view resource,
                                                                       std::string_view column) const {
  auto found = columns_.find(std::pair(std::string(resource), std::string(column)));
  return found == columns_.end() ? nullptr : &found->second;
}

const std::string* Changes::value(std::string_view resource, std::string_view column, std::string_view text) const {
  const auto* all = values(resource, column);
  if (!all) return nullptr;
  auto found = all->find(text);
  return found == all->end() ? nullptr : &found->second;
}

}  // namespace renaming
