#include "import/merge.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/text.h"
#include "data/dates.h"
#include "import/alike.h"

namespace import {
namespace {

// What does not is no date to compare by: the check of the rows refuses it, where it was read.
bool says_when(std::string_view text) { return data::is_partial_date(text) || data::is_datetime(text); }

// "2024-06" is not older than "2024-06-12", since it may be the same day.
bool is_older(std::string_view a, std::string_view b) {
  if (!says_when(a) || !says_when(b)) return false;
  size_t common = std::min(a.size(), b.size());
  return a.substr(0, common) < b.substr(0, common);
}

std::string text_of(const std::optional<Cell>& cell) { return cell ? cell->text : ""; }

class Merger {
 public:
  Merger(const data::Resource& resource, DataFile& file, const MergeOptions& options, Skips& skips)
      : resource_(resource), file_(file), options_(options), skips_(skips) {
    as_of_ = resource.find("as_of");
    for (const std::string& column : options.scope) {
      const int at = resource.find(column);
      if (at >= 0) scope_.push_back(static_cast<size_t>(at));
      knows_scope_ = knows_scope_ && at >= 0;
    }
    source_ = resource.find("source");
    if (source_ >= 0) scope_.push_back(static_cast<size_t>(source_));
    for (size_t i = 0; i < file.rows.size(); ++i) numbers_.emplace(file.rows[i].key, i);
  }

  Merged merge(const std::vector<Row>& rows) {
    for (const Row& row : rows) take(row);
    find_gone();
    return std::move(merged_);
  }

 private:
  using Cells = std::vector<std::optional<Cell>>;

  size_t as_of() const { return static_cast<size_t>(as_of_); }

  Cells cells_of(const Row& row) {
    Cells cells(resource_.fields.size());
    for (const auto& [field, cell] : row.cells) {
      int at = resource_.find(field);
      const bool is_of_all = field == "as_of" || (field == "source" && !resource_.source.empty());
      if (at < 0 && is_of_all) continue;  // the descriptor has it, for all rows
      if (at < 0)
        merged_.no_columns.insert(field);
      else if (auto& known = cells[static_cast<size_t>(at)];
               !known || known->is_empty())  // two fields may be one column
        known = cell;
    }
    return cells;
  }

  // A required column without a value: of a row that is there, only one that the import leaves empty.
  std::string missing_of(const Cells& cells, bool is_there) const {
    for (size_t i = 0; i < cells.size(); ++i) {
      bool missing = cells[i] ? cells[i]->is_empty() : !is_there;
      if (missing && resource_.fields[i].constraints.required) return resource_.fields[i].field.name;
    }
    return "";
  }

  void take(const Row& row) {
    Cells cells = cells_of(row);
    Key key = key_of(resource_, cells);
    if (key.empty())
      return skips_.add(fmt::format("no value for the key ({})", base::join(resource_.primary_key, ", ")), row.where);
    scopes_.insert(scope_of(cells));
    seen_.insert(key);
    auto at = numbers_.find(key);
    bool is_there = at != numbers_.end();
    if (std::string missing = missing_of(cells, is_there); !missing.empty())
      return skips_.add(fmt::format("\"{}\" is required and not said", missing), row.where);
    if (is_there) return replace(key, file_.rows[at->second], row, cells);
    note_date(row);
    if (row.at("as_of").empty() && !resource_.as_of.empty() && !numbers_.empty()) {
      ++merged_.added_undated;
      note_dateless(key, row);
    }
    for (auto& cell : cells)
      if (cell && cell->is_empty()) cell.reset();
    merged_.added.push_back(shown(key));
    file_.rows.push_back({key, {}, std::move(cells), &row});
  }

  void note_date(const Row& row) {
    std::string_view date = row.at("as_of");
    if (!says_when(date)) return;
    date = date.substr(0, 10);  // the day of a time
    if (merged_.oldest.empty() || date < merged_.oldest) merged_.oldest = std::string(date);
    if (date > merged_.newest) merged_.newest = std::string(date);
  }

  std::string date_of(const StoredRow& row) const {
    const Cell* own = as_of_ < 0 || !row.cells[as_of()] ? nullptr : &*row.cells[as_of()];
    return own ? own->text : resource_.as_of;
  }

  void replace(const Key& key, StoredRow& stored, const Row& row, const Cells& cells) {
    std::vector<size_t> differ = differing(stored.cells, cells);
    if (options_.keep_dates && row.date_is_assumed && as_of_ >= 0) std::erase(differ, as_of());
    std::string before = date_of(stored);
    std::string_view after = row.at("as_of");
    // "2026" says nothing new of what is known to be of 2026-06-12.
    bool only_coarser = as_of_ >= 0 && differ == std::vector{as_of()} && says_when(after) && before.starts_with(after);
    if (differ.empty() || only_coarser) {
      note_date(row);
      return void(++merged_.same);
    }
    if (is_older(after, before)) return skips_.add("older than what is there", row.where);
    if (!options_.keep_dates || !row.date_is_assumed) note_date(row);
    const bool keeps_date =
        after.empty() || (row.date_is_assumed && (before.starts_with(after) || options_.keep_dates));
    if (!before.empty() && keeps_date && says_something_new(differ)) ++merged_.undated;
    if (has_other_numbers(differ)) {
      ++merged_.new_numbers;
      if (!keeps_date && after == before) ++merged_.same_date;
      if (keeps_date || row.date_may_be_old) note_dateless(key, row);
    }
    merged_.changed.push_back({shown(key), {}});
    for (size_t i : differ) {
      merged_.changed.back().cells.push_back(change_of(resource_.fields[i].field, stored.cells[i], *cells[i]));
      stored.cells[i] = cells[i]->is_empty() ? std::nullopt : cells[i];
    }
    stored.written = {};
    stored.from = &row;
  }

  void note_dateless(const Key& key, const Row& row) {
    if (!merged_.first_dateless) merged_.first_dateless = &row;
    merged_.dateless.push_back(shown(key));
  }

  bool has_other_numbers(const std::vector<size_t>& differ) const {
    return std::any_of(differ.begin(), differ.end(), [&](size_t i) {
      const quantity::FieldType type = resource_.fields[i].field.type;
      return quantity::is_numeric(type) && type != quantity::FieldType::year;
    });
  }

  // Not only where it stands.
  bool says_something_new(const std::vector<size_t>& differ) const {
    return std::any_of(differ.begin(), differ.end(), [&](size_t i) {
      const std::string& name = resource_.fields[i].field.name;
      return name != "locator" && name != "source";
    });
  }

  std::vector<size_t> differing(const Cells& stored, const Cells& cells) const {
    std::vector<size_t> fields;
    for (size_t i = 0; i < cells.size(); ++i)
      if (cells[i] && !agree(resource_.fields[i].field, stored[i], *cells[i])) fields.push_back(i);
    return fields;
  }

  static CellChange change_of(const quantity::Field& field, const std::optional<Cell>& before, const Cell& after) {
    return {field.name, text_of(before), after.text, quantity::is_numeric(field.type)};
  }

  std::vector<std::string> scope_of(const Cells& cells) const {
    std::vector<std::string> scope;
    for (size_t at : scope_) {
      bool of_all = !cells[at] && static_cast<int>(at) == source_;
      scope.push_back(of_all ? resource_.source : text_of(cells[at]));
    }
    return scope;
  }

  void find_gone() {
    auto gone = [&](const StoredRow& row) {
      return !seen_.contains(row.key) && !options_.unread.contains(row.key) && scopes_.contains(scope_of(row.cells));
    };
    if (!knows_scope_) {
      merged_.perhaps_gone = static_cast<size_t>(std::count_if(file_.rows.begin(), file_.rows.end(), gone));
      return;
    }
    for (const StoredRow& row : file_.rows)
      if (gone(row)) merged_.gone.push_back(shown(row.key));
    if (options_.remove_gone) std::erase_if(file_.rows, gone);
  }

  const data::Resource& resource_;
  DataFile& file_;
  const MergeOptions& options_;
  Skips& skips_;
  int as_of_ = -1;   // the field; -1 where only the resource has a date
  int source_ = -1;  // the same; a row that does not say its source has that of the resource
  std::vector<size_t> scope_;
  bool knows_scope_ = true;  // there is a column for each part of it
  std::map<Key, size_t> numbers_;
  std::set<Key> seen_;
  std::set<std::vector<std::string>> scopes_;
  Merged merged_;
};

}  // namespace

Merged merge(const data::Resource& resource, DataFile& file, const std::vector<Row>& rows, const MergeOptions& options,
             Skips& skips) {
  return Merger(resource, file, options, skips).merge(rows);
}

}  // namespace import
