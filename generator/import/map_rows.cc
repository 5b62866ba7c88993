// Converts the rows of a published table to rows of a resource, as its settings say (import/steps.h).
#include "import/steps.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>
#include <unordered_set>
#include <utility>

#include "base/text.h"
#include "base/utf8.h"
#include "check/sources.h"
#include "import/measure.h"
#include "quantity/decimal.h"

namespace import {
namespace {

constexpr size_t kMaxConflicts = 10, kMaxKeyBytes = 1000;

class RowMapper {
 public:
  RowMapper(Input& input, const Settings& settings, const std::string& as_of, const data::Bibliography& bibliography,
            const data::Resource& resource, base::Diagnostics& diagnostics)
      : input_(input),
        settings_(settings),
        as_of_(as_of),
        bibliography_(bibliography),
        diagnostics_(diagnostics),
        numbered_key_(numbered_key(resource, settings)),
        has_locator_detail_(resource.find(settings.column_of(kLocatorDetail)) >= 0) {}

  void map() {
    std::erase_if(input_.unread, [&](Row& row) {
      if (!excluded_by(settings_, row, false).empty()) return true;
      map(row, false);
      return false;
    });
    std::erase_if(input_.rows, [&](Row& row) {
      std::string why = excluded_by(settings_, row, true);
      const bool is_excluded = !why.empty();
      if (!is_excluded) why = map(row, true);
      if (why.empty()) {
        std::exchange(row.as_read, {});  // frees the memory
        return false;
      }
      input_.skips.skip_row(why, row.shown_place());
      if (!is_excluded) input_.unread.push_back(std::move(row));
      return true;
    });
  }

 private:
  // Maps the row. Returns why it can't be imported, or "". After a failure it continues, because the key may still be
  // complete.
  std::string map(Row& row, bool is_read) {
    std::string why = translate(row);
    if (!settings_.locator.value.empty())
      if (const auto locator = filled(row, settings_.locator.value, "the locator", why)) row.set("locator", *locator);
    cite(row, is_read, why);
    std::vector<std::pair<std::string_view, std::string>> constants;
    for (const auto& [column, text] : settings_.constants)
      if (column == numbered_key_)
        continue;  // see number_rows()
      else if (auto constant = filled(row, text.value, "\"" + column + "\"", why))
        constants.emplace_back(column, *constant);
    if (!has_locator_detail_) merge_locator(row);
    rename(row, why);
    for (const auto& [column, text] : constants) row.set(column, text);
    share(row);
    return why;
  }

  // Stores the cells that no file has, at the end of a row, once for all rows that have the same.
  void share(Row& row) const {
    const auto is_added = [](const auto& each) { return !each.second.span; };
    const auto begin = std::find_if_not(row.cells.rbegin(), row.cells.rend(), is_added).base();
    if (begin == row.cells.begin() || begin == row.cells.end()) return;
    std::deque<Row::Cells>& shared = input_.shared;
    const auto are_same = [](const auto& a, const auto& b) {
      return a.first == b.first && a.second.text == b.second.text && a.second.computed == b.second.computed;
    };
    if (shared.empty() || !std::equal(begin, row.cells.end(), shared.back().begin(), shared.back().end(), are_same))
      shared.emplace_back(begin, row.cells.end());
    row.shared = &shared.back();
    row.cells.erase(begin, row.cells.end());
    row.cells.shrink_to_fit();
  }

  // In a table without a column for the exact place, that is the locator.
  void merge_locator(Row& row) const {
    if (const Cell* detail = row.find(kLocatorDetail); detail && settings_.locator.value.empty())
      row.set("locator", std::string(detail->text));
    std::erase_if(row.cells, [](const auto& each) { return each.first == kLocatorDetail; });
  }

  // Returns a text with the row's values filled in; nullopt, and `why`, if one is missing.
  static std::optional<std::string> filled(const Row& row, const std::string& text, std::string_view what,
                                           std::string& why) {
    const NamePattern pattern = parse_pattern(text);
    std::string filled = pattern.texts.front();
    for (size_t i = 0; i < pattern.names.size(); ++i) {
      const auto value = row.value(pattern.names[i]);
      if (!value && why.empty()) why = fmt::format("{{{}}} is used in {}, but is missing", pattern.names[i], what);
      if (!value) return std::nullopt;
      filled += *value + pattern.texts[i + 1];
    }
    return filled;
  }

  // Replaces the publisher's words with those of the site. An unknown word leaves its cell empty. A source that the
  // words do not list may be known by its id or address: see cite().
  std::string translate(Row& row) const {
    std::string why;
    for (auto& [field, cell] : row.cells) {
      const auto words = settings_.values.find(field);
      if (words == settings_.values.end() || cell.text.empty()) continue;
      const auto word = words->second.value.find(cell.text);
      const bool is_known = word != words->second.value.end();
      if (!is_known && field == "source") continue;
      if (!is_known && why.empty())
        why = fmt::format("the settings' \"values\" of {} do not list \"{}\"", field, cell.text);
      cell.text = is_known ? word->second : "";
    }
    return why;
  }

  // Sets the row's source and date. An unknown source is an error only if the row is to be imported.
  void cite(Row& row, bool is_read, std::string& why) {
    const bool is_needed = is_read && why.empty();
    const Cell* const own = row.find("source");
    base::Span at = own && own->span ? own->span : settings_.resource.span;
    if (!own && !settings_.source.value.empty()) {
      at = settings_.source.span;
      const auto source = filled(row, settings_.source.value, "the source", why);
      if (!source) return;
      row.set("source", *source);
    }
    const std::string id(row.at("source"));
    const data::Source* source = id.empty() ? nullptr : bibliography_.find(id);
    if (const std::string_view known = source || id.empty() ? "" : id_at(id); !known.empty()) {
      row.set("source", known);
      source = bibliography_.find(known);
    }
    if (!id.empty() && !source && is_needed && unknown_.insert(id).second)
      diagnostics_.error("unknown-source", at, fmt::format("there is no source \"{}\" in data/sources/", id))
          .suggest(id.find("://") == std::string::npos
                       ? bibliography_.suggest(id)
                       : fmt::format("add it: sourcebook new source {}; rows with its address then come from it", id));
    date(row, source);
  }

  // Returns the id of the source at an address; "" if there is none.
  std::string_view id_at(const std::string& url) {
    if (ids_.empty())
      for (const data::Source& each : bibliography_.sources()) ids_.emplace(each.url, each.id);
    const auto found = ids_.find(url);
    return found == ids_.end() ? "" : found->second;
  }

  void date(Row& row, const data::Source* source) const {
    if (row.find("as_of")) return;
    if (!as_of_.empty()) return row.set("as_of", as_of_);
    row.date_is_assumed = true;
    if (!settings_.as_of.empty()) {
      row.set("as_of", settings_.as_of);
    } else if (source && data::is_partial_date(source->issued.text())) {
      row.set("as_of", source->issued.text());
      row.date_may_be_old = check::is_living(*source);
    }
  }

  // Renames fields to columns. Two fields may become one column if one of them is empty in each row.
  void rename(Row& row, std::string& why) const {
    if (settings_.fields.empty()) return;
    std::map<std::string_view, std::string_view> field_of;  // fields by column
    for (auto& [name, cell] : row.cells) {
      const std::string_view field = std::exchange(name, settings_.column_of(name));
      if (name.empty() || cell.text.empty()) continue;
      const auto [at, is_first] = field_of.emplace(name, field);
      if (!is_first && why.empty()) why = fmt::format("\"{}\" and \"{}\" both become \"{}\"", at->second, field, name);
    }
    std::erase_if(row.cells, [&](const auto& each) {
      return each.first.empty() || (each.second.text.empty() && field_of.contains(each.first));
    });
  }

  Input& input_;
  const Settings& settings_;
  const std::string& as_of_;
  const data::Bibliography& bibliography_;
  base::Diagnostics& diagnostics_;
  const std::string_view numbered_key_;
  const bool has_locator_detail_;
  std::set<std::string> unknown_;
  std::map<std::string_view, std::string_view> ids_;  // ids of sources by address, when first needed
};

// Returns a column in which two rows differ, other than the place in the source; "" if they are equal.
std::string difference(const data::Resource& resource, const Row& first, const Row& other) {
  for (const data::ResourceField& each : resource.fields) {
    const std::string& name = each.field.name;
    const Cell *a = first.find(name), *b = other.find(name);
    if (name != "locator" && name != kLocatorDetail && !(a && b ? are_equal(each.field, *a, *b) : a == b)) return name;
  }
  return "";
}

// Removes duplicate rows with the same key; keeps all rows without a key.
void remove_duplicates(const data::Resource& resource, Input& input, base::Diagnostics& diagnostics) {
  std::vector<Row>& rows = input.rows;
  // Keys are computed when they are compared, since those of a million rows would need much memory.
  const auto hash = [&](size_t row) { return std::hash<std::string>()(shown(key_of(resource, rows[row]))); };
  const auto has_same_key = [&](size_t a, size_t b) { return key_of(resource, rows[a]) == key_of(resource, rows[b]); };
  std::unordered_set<size_t, decltype(hash), decltype(has_same_key)> firsts(rows.size(), hash, has_same_key);
  std::vector<bool> is_duplicate(rows.size());
  size_t conflicts = 0;
  bool has_long_key = false;
  for (size_t i = 0; i < rows.size(); ++i) {
    const Row& row = rows[i];
    const Key key = key_of(resource, row);
    if (key.empty()) continue;
    const auto is_long = [](const std::string& part) { return part.size() > kMaxKeyBytes; };
    if (!has_long_key && std::ranges::any_of(key, is_long)) {
      has_long_key = true;
      const std::string message = fmt::format("the key of this row is too long: {}", base::shortened(shown(key)));
      auto& error = row.span ? diagnostics.error("wrong-type", row.span, message)
                             : diagnostics.error("wrong-type", row.shown_place(), message);
      error.expect(fmt::format("a key of at most {} bytes", kMaxKeyBytes));
    }
    const auto [found, is_first] = firsts.insert(i);
    if (is_first) continue;
    is_duplicate[i] = true;
    const Row& first = rows[*found];
    const std::string column = difference(resource, first, row);
    if (column.empty()) input.skips.skip_row("duplicate row", row.shown_place());
    if (column.empty() || ++conflicts > kMaxConflicts) continue;
    const std::string message = fmt::format("two rows have the key \"{}\" and differ in \"{}\"", shown(key), column);
    auto& error = row.span ? diagnostics.error("duplicate-key", row.span, message)
                           : diagnostics.error("duplicate-key", row.shown_place(), message);
    error.expect("one row for each key: " + base::join(resource.primary_key, ", "));
    if (first.span)
      error.note(first.span, "the other one");
    else
      error.suggest("the other one: " + first.shown_place());
  }
  if (conflicts > kMaxConflicts)
    diagnostics.error("duplicate-key", std::string(),
                      fmt::format("{} more keys have several rows", conflicts - kMaxConflicts));
  size_t at = 0;
  std::erase_if(rows, [&](const Row&) { return is_duplicate[at++]; });
}

// A row that competes in its group: a row of the table, an imported row, or a row of the table that the import updates.
struct Contender {
  quantity::Exact value;
  Row* row = nullptr;
  const StoredRow* stored = nullptr;
};

struct Group {
  std::vector<Contender> stored;  // rows of the table with their new values
  std::vector<Contender> added;
};
using Groups = std::map<std::vector<std::string>, Group>;  // by the values of the columns `best.by`

Groups groups_of(Input& input, const BestOf& best, const data::Resource& resource, const DataFile& file) {
  Groups groups;
  const auto add = [&](Row* row, const StoredRow* stored) {
    const StoredCells cells = row ? StoredCells() : cells_of(resource, file, *stored);
    const auto text_of = [&](const std::string& column) {
      return row ? row->at(column) : text_at(resource, cells, column);
    };
    const auto is_always = [&](const auto& each) {
      return std::ranges::find(each.second.value, text_of(each.first)) != each.second.value.end();
    };
    const auto value = quantity::Exact::parse(text_of(best.of.value));
    if (!value || std::ranges::any_of(best.always, is_always)) return;
    std::vector<std::string> key;
    for (const std::string& column : best.by.value) key.emplace_back(text_of(column));
    Group& group = groups[key];
    (stored ? group.stored : group.added).push_back({*value, row, stored});
  };
  std::map<Key, Row*> imported;
  for (Row& row : input.rows) imported.emplace(key_of(resource, row), &row);
  std::set<const Row*> updates;
  for (const StoredRow& stored : file.rows) {
    const auto found = imported.find(stored.key);
    Row* row = found == imported.end() ? nullptr : found->second;
    updates.insert(row);
    add(row, &stored);
  }
  for (Row& row : input.rows)
    if (!updates.contains(&row)) add(&row, nullptr);
  return groups;
}

}  // namespace

bool are_equal(const quantity::Field& field, const std::optional<Cell>& before, const Cell& after) {
  constexpr double kRounding = 1e-12;  // a relative difference; other programs round the last digits differently
  if (!before) return after.text.empty();
  if (before->text == after.text) return true;
  if (field.type == quantity::FieldType::boolean) return base::lower_case(before->text) == base::lower_case(after.text);
  if (!quantity::is_numeric(field.type)) return false;
  const auto a = quantity::Exact::parse(before->text), b = quantity::Exact::parse(after.text);
  if (!a || !b) return false;
  if (*a == *b) return true;
  const double x = a->to_double(), y = b->to_double();
  return after.computed && std::abs(x - y) <= kRounding * std::max(std::abs(x), std::abs(y));
}

void map_rows(Input& input, const Settings& settings, const std::string& as_of, const data::Bibliography& bibliography,
              const data::Resource& resource, base::Diagnostics& diagnostics) {
  RowMapper(input, settings, as_of, bibliography, resource, diagnostics).map();
  remove_duplicates(resource, input, diagnostics);
}

void select_best(Input& input, const BestOf& best, const data::Resource& resource, const DataFile& file) {
  if (best.of.value.empty()) return;
  const bool is_higher = find_field(resource, best.of.value)->better == quantity::Better::higher;
  const auto is_better = [&](const Contender& a, const Contender& b) {
    return is_higher ? a.value > b.value : a.value < b.value;
  };
  std::set<const Row*> losers;
  for (const auto& [key, group] : groups_of(input, best, resource, file)) {
    if (group.added.empty()) continue;
    const Contender& winner = *std::ranges::min_element(group.added, is_better);
    // An imported row replaces a row of the table only if it is better.
    const bool is_beaten =
        std::ranges::any_of(group.stored, [&](const Contender& each) { return !is_better(winner, each); });
    for (const Contender& each : group.added)
      if (is_beaten || &each != &winner) losers.insert(each.row);
    if (is_beaten || group.stored.size() != 1) continue;
    winner.row->beats = group.stored.front().stored->key;
    if (group.stored.front().row) losers.insert(group.stored.front().row);
  }
  const std::string why =
      fmt::format("another row has a better {} for the same {}", best.of.value, base::join(best.by.value, ", "));
  std::erase_if(input.rows, [&](const Row& row) {
    if (!losers.contains(&row)) return false;
    input.skips.skip_row(why, row.shown_place());
    return true;
  });
}

}  // namespace import
