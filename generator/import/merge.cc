// Merges imported rows into those of a resource (import/steps.h).
#include "import/steps.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "base/text.h"
#include "data/dates.h"

namespace import {
namespace {

// Whether a text is a date or a time. Other values can't be compared; the check of the rows reports them.
bool is_any_date(std::string_view text) { return data::is_partial_date(text) || data::is_datetime(text); }

// Whether date `a` is before `b`. "2024-06" is not older than "2024-06-12", since it may be the same day.
bool is_older(std::string_view a, std::string_view b) {
  if (!is_any_date(a) || !is_any_date(b)) return false;
  size_t common = std::min(a.size(), b.size());
  return a.substr(0, common) < b.substr(0, common);
}

std::string text_of(const std::optional<Cell>& cell) { return cell ? cell->text : ""; }

class Merger {
 public:
  Merger(const data::Resource& resource, DataFile& file, const MergeOptions& options, Skips& skips)
      : resource_(resource), file_(file), options_(options), skips_(skips), existing_(file.rows) {
    as_of_ = resource.find("as_of");
    for (const std::string& column : options.scope) {
      const int at = resource.find(column);
      if (at >= 0) scope_.push_back(static_cast<size_t>(at));
      knows_scope_ = knows_scope_ && at >= 0;
    }
    source_ = resource.find("source");
    if (source_ >= 0 && !options.is_edition) scope_.push_back(static_cast<size_t>(source_));
    is_seen_.resize(file.rows.size());
    signs_.resize(resource.fields.size());
  }

  Merged merge(std::vector<Row>& rows) {
    const IdentityFields fields = is_seen_.empty() ? IdentityFields() : identity_fields(resource_, rows);
    identity_ = texts_ = fields.texts;
    is_numbered_ = is_numbered();
    // A key that is a text names the row, whose texts may change; only what moves as a whole has another key.
    if (!is_numbered_) identity_.insert(identity_.end(), fields.numbers.begin(), fields.numbers.end());
    for (Row& row : rows) {
      merge(row);
      std::exchange(row.cells, {});  // frees the memory
    }
    find_superseded();
    find_moved();
    find_gone();
    return std::move(merged_);
  }

 private:
  // Whether keys are only numbers: integers, or texts such as "2.", perhaps beside years and dates.
  bool is_numbered() const {
    using quantity::FieldType;
    bool has_number = false;
    for (size_t i = 0; i < resource_.primary_key.size(); ++i) {
      const FieldType type = find_field(resource_, resource_.primary_key[i])->type;
      const bool is_number = type == FieldType::integer || (type == FieldType::string && are_numbers(i));
      has_number = has_number || is_number;
      if (!is_number && (type == FieldType::string || type == FieldType::boolean)) return false;
    }
    return has_number;
  }

  // Whether a part of the key has only digits and signs.
  bool are_numbers(size_t part) const {
    return !file_.rows.empty() && std::ranges::all_of(file_.rows, [&](const StoredRow& row) {
      const std::string_view text = part < row.key.size() ? std::string_view(row.key[part]) : "";
      return std::ranges::any_of(text, base::is_digit) && std::ranges::all_of(text, [](char c) {
               return base::is_digit(c) || std::string_view("#.()-: ").find(c) != std::string_view::npos;
             });
    });
  }

  // Takes the row's cells.
  StoredCells take_cells(Row& row) {
    StoredCells cells(resource_.fields.size());
    if (row.shared) row.cells.insert(row.cells.end(), row.shared->begin(), row.shared->end());
    for (auto& [field, cell] : row.cells) {
      const int at = resource_.find(field);
      const bool is_of_all = field == "as_of" || (field == "source" && !resource_.source.empty());
      if (at < 0 && !is_of_all) merged_.no_columns.emplace(field);
      if (at < 0) continue;  // the descriptor may have a value for all rows
      std::optional<Cell>& known = cells[static_cast<size_t>(at)];
      if (!known || known->text.empty()) known = std::move(cell);  // two fields may be mapped to one column
    }
    return cells;
  }

  // Returns a required column that would have no value after the import; "" if there is none.
  std::string missing_of(const StoredCells& cells, bool exists) const {
    for (size_t i = 0; i < cells.size(); ++i)
      if ((cells[i] ? cells[i]->text.empty() : !exists) && resource_.fields[i].constraints.required)
        return resource_.fields[i].field.name;
    return "";
  }

  void merge(Row& row) {
    as_of_text_ = row.at("as_of");
    source_text_ = row.at("source");
    StoredCells cells = take_cells(row);
    const Key key = key_of(resource_, cells);
    merged_.keyless += key.empty();
    if (key.empty())
      return skips_.skip_row(fmt::format("no value for the key ({})", base::join(resource_.primary_key, ", ")),
                             row.shown_place());
    scopes_.insert(scope_of(cells));
    const std::optional<size_t> at = existing_.find(key);
    // A row whose required value is gone is not in this file: the old value must not get the source of the new edition.
    if (const std::string missing = missing_of(cells, at.has_value()); !missing.empty())
      return skips_.skip_row(fmt::format("\"{}\" is required and missing", missing), row.shown_place());
    if (at) is_seen_[*at] = true;
    if (at) return replace(key, *at, row, cells);
    note_date();
    const bool is_undated = as_of_text_.empty() && !resource_.as_of.empty() && !is_seen_.empty();
    merged_.added_undated += is_undated;
    bool has_number = false;
    for (size_t i = 0; i < cells.size(); ++i)
      has_number = has_number || (cells[i] && !cells[i]->text.empty() && is_measured(i));
    merged_.new_numbers += has_number && !is_seen_.empty();
    if (is_undated || (row.date_may_be_old && has_number && as_of_ >= 0 && !is_seen_.empty())) note_dateless(key, row);
    for (size_t i = 0; i < cells.size(); ++i) {
      if (cells[i] && cells[i]->text.empty()) cells[i].reset();
      if (cells[i]) review(key, i, "", *cells[i]);
    }
    merged_.added.push_back(shown(key));
    if (!row.beats.empty()) {
      merged_.beaten.push_back(shown(row.beats));
      removed_.insert(row.beats);
    }
    if (!texts_.empty()) ++now_[identity(cells).values];
    file_.rows.push_back({key, "", ""});
    set_cells(resource_, file_, file_.rows.back(), cells);
    note_source(cells, row);
  }

  void note_date() {
    std::string_view date = as_of_text_;
    if (!is_any_date(date)) return;
    date = date.substr(0, 10);  // the date without the time
    if (merged_.oldest.empty() || date < merged_.oldest) merged_.oldest = std::string(date);
    if (date > merged_.newest) merged_.newest = std::string(date);
  }

  void replace(const Key& key, size_t at, const Row& row, StoredCells& cells) {
    StoredCells stored = cells_of(resource_, file_, file_.rows[at]);
    std::vector<size_t> differ;  // indices of fields
    for (size_t i = 0; i < cells.size(); ++i)
      if (cells[i] && !are_equal(resource_.fields[i].field, stored[i], *cells[i])) differ.push_back(i);
    // The date of the table is that of all its rows, so a new one would also be the date of numbers that stay.
    const bool has_new_date = as_of_ < 0 && !options_.keep_dates && !as_of_text_.empty() && !resource_.as_of.empty() &&
                              !resource_.as_of.starts_with(as_of_text_);
    for (size_t i = 0; (options_.is_edition || has_new_date) && i < cells.size(); ++i) {
      if (cells[i] || !stored[i] || !is_measured(i) || resource_.fields[i].own.has_origin()) continue;
      auto& [count, example] = merged_.kept[resource_.fields[i].field.name];
      if (++count == 1) example = shown(key);
    }
    const auto as_of = static_cast<size_t>(as_of_);
    if (options_.keep_dates && row.date_is_assumed && as_of_ >= 0) std::erase(differ, as_of);
    const std::string before = as_of_ >= 0 && stored[as_of] ? stored[as_of]->text : resource_.as_of;
    const std::string_view after = as_of_text_;
    // A date such as "2026" adds nothing to a row dated 2026-06-12.
    const bool is_only_coarser =
        as_of_ >= 0 && differ == std::vector{as_of} && is_any_date(after) && before.starts_with(after);
    if (differ.empty() || is_only_coarser) {
      note_date();
      return void(++merged_.same);
    }
    if (is_older(after, before)) return skips_.skip_row("older than the existing row", row.shown_place());
    if (!options_.keep_dates || !row.date_is_assumed) note_date();
    const bool keeps_date =
        after.empty() || (row.date_is_assumed && (before.starts_with(after) || options_.keep_dates));
    const auto is_value = [&](size_t i) {
      const std::string& name = resource_.fields[i].field.name;
      return name != "locator" && name != kLocatorDetail && name != "source";
    };
    const auto is_number = [&](size_t i) { return quantity::is_numeric(resource_.fields[i].field.type); };
    if (!before.empty() && keeps_date && std::ranges::any_of(differ, is_value)) ++merged_.undated;
    if (std::ranges::any_of(differ, is_number)) {
      ++merged_.new_numbers;
      if (!keeps_date && after == before) ++merged_.same_date;
      if (keeps_date || row.date_may_be_old) note_dateless(key, row);
    }
    if (const std::string source = source_of(stored); !source_text_.empty() && source != source_text_)
      ++superseded_[source];
    const StoredCells before_import = stored;
    merged_.changed.push_back({shown(key), {}});
    for (size_t i : differ) {
      const quantity::Field& field = resource_.fields[i].field;
      merged_.changed.back().cells.push_back(
          {field.name, text_of(stored[i]), cells[i]->text, quantity::is_numeric(field.type)});
      review(key, i, merged_.changed.back().cells.back().before, *cells[i]);
      stored[i] = cells[i]->text.empty() ? std::nullopt : std::move(cells[i]);
    }
    note_renamed(key, at, before_import, stored, row, std::ranges::any_of(differ, is_number));
    set_cells(resource_, file_, file_.rows[at], stored);
    note_source(stored, row);
  }

  Identity identity(const StoredCells& cells) const {
    return row_identity(resource_, identity_, [&](auto name) { return text_at(resource_, cells, name); });
  }

  std::string texts_of(const StoredCells& cells) const {
    std::vector<std::string> texts;
    for (size_t i : texts_)
      if (cells[i] && !cells[i]->text.empty()) texts.push_back(cells[i]->text);
    return base::join(texts, ", ");
  }

  // Whether all rows of the table had different texts in a column.
  bool is_unique(size_t field) {
    std::optional<bool>& known = unique_[field];
    if (known) return *known;
    std::set<std::string> texts;
    for (size_t i = 0; i < is_seen_.size() && known.value_or(true); ++i) {
      const std::string text = text_of(cells_of(resource_, file_, file_.rows[i].written)[field]);
      known = !text.empty() && texts.insert(text).second;
    }
    return *known;
  }

  // Notes a row whose texts have changed.
  void note_renamed(const Key& key, size_t at, const StoredCells& before, const StoredCells& after, const Row& row,
                    bool has_new_number) {
    size_t changed = 0, equal = 0;
    bool has_new_name = false, has_old_name = false, has_new_word = false;
    std::string path, text;
    for (size_t i : texts_) {
      const std::string was = text_of(before[i]), is = text_of(after[i]);
      const std::string here = shown(key) + "/" + resource_.fields[i].field.name;
      const auto confirmed = options_.confirmed.find(here);
      const bool is_same = was == is || (confirmed != options_.confirmed.end() && confirmed->second.value == is);
      ++(is_same ? equal : changed);
      equal -= is_same && was.empty();
      if (!is_numbered_ || was.empty() || resource_.fields[i].field.type != quantity::FieldType::string) continue;
      (is_same ? has_old_name : has_new_name) |= is_unique(i);
      has_new_word = has_new_word || !is_same;
      if (!is_same && path.empty()) path = here, text = is;
    }
    if (changed == 0) return;
    const bool is_other = has_new_number && (has_new_name || (has_new_word && !has_old_name));
    const Identity was = identity(before), is = identity(after);
    if (!was.has_text || !is.has_text) return;
    ++now_[is.values];
    renamed_.push_back({{shown(key), texts_of(before), texts_of(after), path, text, file_.rows[at].written, row.span,
                         row.shown_place()},
                        at,
                        was.values,
                        is.values,
                        is_other || (is_numbered_ && equal == 0)});
  }

  // Finds rows whose key now names something else: see merge().
  void find_moved() {
    if (renamed_.empty()) return;
    std::map<base::Hash, std::vector<size_t>> owners;  // rows of the table by what they were
    for (size_t i = 0; i < is_seen_.size(); ++i)
      owners[identity(cells_of(resource_, file_, file_.rows[i].written)).values].push_back(i);
    std::set<size_t> left;  // rows that are no longer what they were
    for (const Renamed& each : renamed_) left.insert(each.at);
    for (const Renamed& each : renamed_) {
      if (!each.is_other && owners[each.was].size() != 1) continue;
      const auto owner = owners.find(each.is);
      const bool was_elsewhere = owner != owners.end() && owner->second.size() == 1 &&
                                 (left.contains(owner->second[0]) || !is_seen_[owner->second[0]]);
      const auto now = now_.find(each.was);
      if (was_elsewhere || (now != now_.end() && now->second == 1) || each.is_other) merged_.moved.push_back(each.row);
    }
  }

  // Whether a column had values before the import, and a negative one.
  struct Signs {
    bool has_values = false, has_negative = false;
  };

  const Signs& signs_before(size_t field) {
    std::optional<Signs>& known = signs_[field];
    if (known) return *known;
    known.emplace();
    for (size_t i = 0; i < is_seen_.size() && !known->has_negative; ++i) {
      const std::string text = text_of(cells_of(resource_, file_, file_.rows[i].written)[field]);
      known->has_values = known->has_values || !text.empty();
      known->has_negative = text.starts_with('-');
    }
    return *known;
  }

  // Whether a field has numbers, and is not part of the key.
  bool is_measured(size_t i) const {
    const quantity::Field& field = resource_.fields[i].field;
    return quantity::is_numeric(field.type) &&
           std::ranges::find(resource_.primary_key, field.name) == resource_.primary_key.end();
  }

  // Lists a number if it is doubtful. `before` is "" for a new one.
  void review(const Key& key, size_t i, const std::string& before, const Cell& after) {
    const quantity::Field& field = resource_.fields[i].field;
    const bool refers = std::ranges::any_of(resource_.foreign_keys, [&](const data::ForeignKey& each) {
      return std::ranges::find(each.fields, field.name) != each.fields.end();
    });
    const auto now = quantity::is_numeric(field.type) && !refers ? quantity::Exact::parse(after.text) : std::nullopt;
    if (!now) return;
    const auto old = quantity::Exact::parse(before);
    const bool is_far = old && *old != *now && (old->abs() >= now->abs() * 10 || now->abs() >= old->abs() * 10);
    if (!is_far &&
        (now->sign() >= 0 || (old && old->sign() < 0) || !signs_before(i).has_values || signs_before(i).has_negative))
      return;
    const std::string path = shown(key) + "/" + field.name;
    const auto confirmed = options_.confirmed.find(path);
    if (confirmed != options_.confirmed.end() && quantity::Exact::parse(confirmed->second.value) == now) return;
    if (++merged_.all_doubts <= kMaxDoubts) merged_.doubts.push_back({path, before, after.text, after.span});
  }

  void note_source(const StoredCells& cells, const Row& row) {
    std::string& known = merged_.dates_of_sources[source_of(cells)];
    const std::string date = as_of_text_.substr(0, std::string_view("2026-01-31").size());
    if (!row.date_is_assumed && date > known) known = date;
  }

  void note_dateless(const Key& key, const Row& row) {
    if (!merged_.first_dateless) merged_.first_dateless = &row;
    merged_.dateless.push_back(shown(key));
  }

  std::vector<std::string> scope_of(const StoredCells& cells) const {
    std::vector<std::string> scope;
    for (size_t at : scope_) scope.push_back(static_cast<int>(at) == source_ ? source_of(cells) : text_of(cells[at]));
    return scope;
  }

  // The scope of a row as it was before the import.
  std::vector<std::string> scope_of(const StoredRow& row) const {
    return scope_.empty() ? std::vector<std::string>() : scope_of(cells_of(resource_, file_, row.written));
  }

  std::string source_of(const StoredCells& row) const {
    const std::string_view own = text_at(resource_, row, "source");
    return std::string(own.empty() ? resource_.source : own);
  }

  void find_superseded() {
    if (!options_.scope.empty() || options_.is_edition || superseded_.empty()) return;
    std::map<std::string, size_t> rows_of_source;
    for (size_t i = 0; i < is_seen_.size(); ++i)
      ++rows_of_source[source_of(cells_of(resource_, file_, file_.rows[i].written))];
    for (const auto& [source, count] : superseded_)
      if (2 * count >= rows_of_source[source]) scopes_.insert({source});
  }

  void find_gone() {
    const bool removes_gone = knows_scope_ && (options_.remove_gone || options_.is_edition);
    for (size_t i = 0; i < is_seen_.size(); ++i) {
      const StoredRow& row = file_.rows[i];
      const bool is_left = is_seen_[i] || removed_.contains(row.key) || options_.unread.contains(row.key);
      if ((is_left && !options_.is_edition) || !scopes_.contains(scope_of(row))) continue;
      if (options_.is_edition) merged_.replaced.push_back(row.written);
      if (is_left) continue;
      if (!knows_scope_)
        ++merged_.perhaps_gone;
      else
        merged_.gone.push_back(shown(row.key));
      if (removes_gone) removed_.insert(row.key);
    }
    std::erase_if(file_.rows, [&](const StoredRow& row) { return removed_.contains(row.key); });
  }

  const data::Resource& resource_;
  DataFile& file_;
  const MergeOptions& options_;
  Skips& skips_;
  int as_of_ = -1;   // index of the field; -1 if only the resource has a date
  int source_ = -1;  // index of the field; -1 if only the resource has a source
  std::vector<size_t> scope_;
  bool knows_scope_ = true;               // whether each field of the scope has a column
  std::string as_of_text_, source_text_;  // of the row that is being merged
  const KeyIndex existing_;
  std::vector<std::optional<Signs>> signs_;   // of each field, when first needed
  std::vector<bool> is_seen_;                 // for each row that exists, whether an imported row has its key
  std::map<std::string, size_t> superseded_;  // how many rows of a source got another one
  // A row whose texts have changed.
  struct Renamed {
    MovedRow row;
    size_t at;           // its index
    base::Hash was, is;  // what it was, and what it is now
    bool is_other;       // whether its number now names something else
  };
  std::vector<Renamed> renamed_;
  std::map<base::Hash, size_t> now_;              // how many rows that are new, or whose texts have changed, are this
  std::vector<size_t> identity_, texts_;          // indices of the fields that say what a row is; those that are texts
  bool is_numbered_ = false;                      // whether keys are only numbers
  std::map<size_t, std::optional<bool>> unique_;  // is_unique(), by field
  std::set<Key> removed_;
  std::set<std::vector<std::string>> scopes_;
  Merged merged_;
};

}  // namespace

Merged merge(const data::Resource& resource, DataFile& file, std::vector<Row>& rows, const MergeOptions& options,
             Skips& skips) {
  return Merger(resource, file, options, skips).merge(rows);
}

}  // namespace import
