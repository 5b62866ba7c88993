#include "diff/matched_rows.h"

#include <algorithm>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "base/text.h"
#include "diff/sides.h"

namespace diff {
namespace {

using quantity::Frame;
using Texts = std::vector<std::string>;  // of rows

bool tell_apart(const Texts& texts) {
  return std::unordered_set<std::string_view>(texts.begin(), texts.end()).size() == texts.size();
}

// The records that each row rests on, under the keys that they have now.
Texts records_of(const Frame& frame, const Renames* renames) {
  Texts records;
  for (size_t row = 0; row < frame.rows(); ++row) {
    std::set<std::string> refs;
    for (size_t column = 0; column < frame.columns(); ++column)
      for (const std::string& ref : frame.refs_of(row, column)) refs.insert(renames ? renames->ref_now(ref) : ref);
    records.push_back(base::join({refs.begin(), refs.end()}, "\n"));
  }
  return records;
}

bool are_known(const Texts& records) {
  return tell_apart(records) && std::find(records.begin(), records.end(), "") == records.end();
}

// Columns of both sides whose texts may name a row, in the order in which they do.
std::vector<std::string> naming_columns(const Frame& before, const Frame& after,
                                        const std::vector<std::string>& shown) {
  std::vector<std::string> columns = shown;
  for (const quantity::Field& field : after.fields) columns.push_back(field.name);
  std::vector<std::string> naming;
  for (std::string& name : columns) {
    const int old_column = before.find(name), column = after.find(name);
    if (old_column < 0 || column < 0 || after.fields[static_cast<size_t>(column)].is_measure()) continue;
    if (std::find(naming.begin(), naming.end(), name) == naming.end()) naming.push_back(std::move(name));
  }
  return naming;
}

void add_texts(const Frame& frame, const std::string& column, const Renames* renames, Texts& names) {
  const auto at = static_cast<size_t>(frame.find(column));
  const quantity::Field& field = frame.fields[at];
  for (size_t row = 0; row < names.size(); ++row) {
    std::string text = quantity::to_text(frame.at(row, at));
    if (renames) text = renames->value_now(field.resource, field.column, text);
    names[row] += (names[row].empty() || text.empty() ? "" : " · ") + text;
  }
}

// Rows that no column tells apart are counted.
void number_equal(Texts& names) {
  std::unordered_map<std::string, size_t> seen;
  for (std::string& name : names)
    if (const size_t number = ++seen[name]; number > 1) name += " (" + std::to_string(number) + ")";
}

struct Names {
  Texts before, before_now, after;  // `before_now` with keys as they are called now
};

Names names_of(const Frame& before, const Frame& after, const std::vector<std::string>& shown, const Renames& renames) {
  Names names{Texts(before.rows()), Texts(before.rows()), Texts(after.rows())};
  for (const std::string& column : naming_columns(before, after, shown)) {
    add_texts(before, column, nullptr, names.before);
    add_texts(before, column, &renames, names.before_now);
    add_texts(after, column, nullptr, names.after);
    if (tell_apart(names.before_now) && tell_apart(names.after)) return names;
  }
  for (Texts* each : {&names.before, &names.before_now, &names.after}) number_equal(*each);
  return names;
}

// Rows that have no partner yet, by texts that tell the rows of each side apart.
void match(const Texts& before, const Texts& after, std::vector<bool>& is_taken, MatchedRows& rows) {
  std::unordered_map<std::string_view, size_t> free;
  for (size_t row = 0; row < before.size(); ++row)
    if (!is_taken[row]) free.emplace(before[row], row);
  for (size_t row = 0; row < after.size(); ++row) {
    if (rows.was[row]) continue;
    auto found = free.find(after[row]);
    if (found == free.end()) continue;
    rows.was[row] = found->second;
    is_taken[found->second] = true;
  }
}

}  // namespace

MatchedRows match_rows(const Frame& before, const Frame& after, const std::vector<std::string>& shown,
                       const Renames& renames) {
  MatchedRows rows;
  rows.was.resize(after.rows());
  std::vector<bool> is_taken(before.rows());
  const Texts old_records = records_of(before, &renames), records = records_of(after, nullptr);
  if (are_known(old_records) && are_known(records)) match(old_records, records, is_taken, rows);
  const Names names = names_of(before, after, shown, renames);
  match(names.before_now, names.after, is_taken, rows);

  rows.old_numbers.resize(before.rows());
  for (size_t row = 0; row < after.rows(); ++row) {
    if (rows.was[row]) rows.old_numbers[*rows.was[row]] = row;
    rows.names.push_back(shortened(names.after[row]));
  }
  for (size_t row = 0; row < before.rows(); ++row) {
    if (is_taken[row]) continue;
    rows.old_numbers[row] = rows.names.size();
    rows.names.push_back(shortened(names.before[row]));
  }
  return rows;
}

}  // namespace diff
