// Matches the rows of two results by their keys or by columns that name them (diff/sides.h).
#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "base/text.h"
#include "data/database.h"
#include "diff/sides.h"
#include "quantity/present.h"

namespace diff {
namespace {

using quantity::Frame;
using Texts = std::vector<std::string>;  // one text for each row

size_t distinct(const Texts& texts) { return std::unordered_set<std::string_view>(texts.begin(), texts.end()).size(); }

bool are_distinct(const Texts& texts) { return distinct(texts) == texts.size(); }

// Returns the records that each row depends on.
Texts records_of(const Frame& frame) {
  Texts records;
  for (size_t row = 0; row < frame.rows(); ++row) {
    std::set<std::string> refs;
    for (size_t column = 0; column < frame.columns(); ++column)
      for (const std::string& ref : frame.refs_of(row, column)) refs.emplace(data::record_of(ref));
    records.push_back(base::join({refs.begin(), refs.end()}, "\n"));
  }
  return records;
}

bool are_known(const Texts& records) {
  return are_distinct(records) && std::find(records.begin(), records.end(), "") == records.end();
}

// Kinds of columns that can name rows, the best first. A whole number that several rows share is probably a setting,
// such as "16 threads". Other numbers may be measurements; columns with `better` always are.
enum class Naming { word, recurring_number, date, number, none };

bool recur(const Frame& frame, size_t column) {
  Texts texts;
  for (size_t row = 0; row < frame.rows(); ++row) texts.push_back(quantity::to_text(frame.at(row, column)));
  return 2 * distinct(texts) <= texts.size();
}

Naming naming_of(const Frame& frame, size_t column) {
  using quantity::FieldType;
  const quantity::Field& field = frame.fields[column];
  if (field.is_measure() && (field.type != FieldType::integer || field.better != quantity::Better::neither))
    return Naming::none;
  if (quantity::is_numeric(field.type)) return recur(frame, column) ? Naming::recurring_number : Naming::number;
  const bool is_word = field.type == FieldType::string || field.type == FieldType::boolean;
  return is_word && field.column != "as_of" ? Naming::word : Naming::date;
}

// Returns the columns of both sides that can name rows, visible columns first.
std::vector<std::string> naming_columns(const Frame& before, const Frame& after,
                                        const std::vector<std::string>& shown) {
  std::map<std::pair<bool, Naming>, std::vector<std::string>>
      candidates;  // keyed by their kind and whether they are hidden
  std::unordered_set<std::string> known;
  auto add = [&](const std::string& name, bool is_hidden) {
    const int column = after.find(name);
    if (column < 0 || before.find(name) < 0 || !known.insert(name).second) return;
    const Naming as = naming_of(after, static_cast<size_t>(column));
    if (as != Naming::none) candidates[{is_hidden, as}].push_back(name);
  };
  for (const std::string& name : shown) add(name, false);
  for (const quantity::Field& field : after.fields) add(field.name, true);
  std::vector<std::string> naming;
  for (auto& [how_well, columns] : candidates) naming.insert(naming.end(), columns.begin(), columns.end());
  return naming;
}

// Appends the texts of one more column to the names.
Texts with_texts(Texts names, const Frame& frame, const std::string& column, const quantity::Units& units) {
  const auto at = static_cast<size_t>(frame.find(column));
  const quantity::Field& field = frame.fields[at];
  for (size_t row = 0; row < names.size(); ++row) {
    std::string text = quantity::to_text(frame.at(row, at));
    if (field.is_measure() && !text.empty())
      text = quantity::present_with_unit(frame.at(row, at), field, frame.unit_of(row, at), units);
    names[row] += (names[row].empty() || text.empty() ? "" : " · ") + text;
  }
  return names;
}

struct Names {
  Texts before, after;

  bool are_distinct() const { return diff::are_distinct(before) && diff::are_distinct(after); }
};

// Builds the names of rows. Skips columns that do not distinguish more rows than the columns before.
Names names_of(const Frame& before, const Frame& after, const std::vector<std::string>& shown, const Sides& sides) {
  Names names{Texts(before.rows()), Texts(after.rows())};
  bool is_first = true;
  for (const std::string& column : naming_columns(before, after, shown)) {
    Names more{with_texts(names.before, before, column, sides.units()),
               with_texts(names.after, after, column, sides.units())};
    const bool helps = distinct(more.before) > distinct(names.before) || distinct(more.after) > distinct(names.after);
    if (is_first || helps) names = std::move(more);
    if (names.are_distinct()) return names;
    is_first = false;
  }
  for (Texts* each : {&names.before, &names.after}) number_equal(*each);
  return names;
}

// Matches the remaining rows by texts that are unique on each side.
void match(const Texts& before, const Texts& after, std::vector<bool>& is_matched, MatchedRows& rows) {
  std::unordered_map<std::string_view, size_t> free;
  for (size_t row = 0; row < before.size(); ++row)
    if (!is_matched[row]) free.emplace(before[row], row);
  for (size_t row = 0; row < after.size(); ++row) {
    if (rows.was[row]) continue;
    auto found = free.find(after[row]);
    if (found == free.end()) continue;
    rows.was[row] = found->second;
    is_matched[found->second] = true;
  }
}

}  // namespace

void number_equal(std::vector<std::string>& names) {
  std::unordered_map<std::string, size_t> seen;
  for (std::string& name : names)
    if (const size_t number = ++seen[name]; number > 1) name += " (" + std::to_string(number) + ")";
}

MatchedRows match_rows(const Frame& before, const Frame& after, const std::vector<std::string>& shown,
                       const Sides& sides) {
  MatchedRows rows;
  rows.was.resize(after.rows());
  std::vector<bool> is_matched(before.rows());
  const Texts old_records = records_of(before), records = records_of(after);
  if (are_known(old_records) && are_known(records)) match(old_records, records, is_matched, rows);
  const Names names = names_of(before, after, shown, sides);
  match(names.before, names.after, is_matched, rows);

  rows.old_numbers.resize(before.rows());
  for (size_t row = 0; row < after.rows(); ++row) {
    if (rows.was[row]) rows.old_numbers[*rows.was[row]] = row;
    rows.names.push_back(shortened(names.after[row]));
  }
  for (size_t row = 0; row < before.rows(); ++row) {
    if (is_matched[row]) continue;
    rows.old_numbers[row] = rows.names.size();
    rows.names.push_back(shortened(names.before[row]));
  }
  return rows;
}

}  // namespace diff
