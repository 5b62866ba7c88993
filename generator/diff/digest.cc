// The outline of a long comparison, which its report begins with, and what the report need not repeat.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "base/text.h"
#include "diff/report.h"

namespace diff {
namespace {

using site::ChangeKind;

constexpr size_t kFewRows = 8;  // up to this number, the rows themselves are short enough
constexpr size_t kMaxNames = 3;

// "TPU 8t, Rubin, MI455X and 9 more"
std::string names_of(const site::TableChange& table, ChangeKind kind) {
  std::vector<std::string> names;
  for (const site::RowChange& row : table.rows)
    if (row.kind == kind && names.size() < kMaxNames) names.push_back(row.name);
  const std::string more = more_words(table.count(kind), kMaxNames);
  return base::join(names, ", ") + (more.empty() ? "" : " " + more);
}

// "120 fell by 15 %", of percentages in any order; "" for none.
std::string moved_words(std::vector<quantity::Exact> percentages, std::string_view verb) {
  if (percentages.empty()) return "";
  std::ranges::sort(percentages);
  const quantity::Exact median = percentages[percentages.size() / 2].abs();
  std::string text = quantity::percent_text(median);  // with its sign
  if (text.starts_with('+')) text.erase(0, 1);
  return fmt::format("{} {} by {}{}", percentages.size(), verb, text, percentages.size() > 1 ? " (median)" : "");
}

// A line for each column of a table in which several numbers changed.
void add_columns(const site::TableChange& table, const quantity::Units& units, std::vector<std::string>& lines) {
  struct Moves {
    std::vector<quantity::Exact> fell, rose;
  };
  std::vector<std::pair<std::string, Moves>> columns;
  for (const site::RowChange& row : table.rows)
    for (const site::ValueChange& value : row.values) {
      const auto percent =
          row.kind == ChangeKind::changed ? quantity::percent_change(value.before, value.after, units) : std::nullopt;
      if (!percent || percent->sign() == 0) continue;
      auto at = std::ranges::find(columns, value.title, [](const auto& each) { return each.first; });
      if (at == columns.end()) at = columns.insert(at, {value.title, Moves()});
      (percent->sign() < 0 ? at->second.fell : at->second.rose).push_back(*percent);
    }
  for (const auto& [title, moves] : columns) {
    std::vector<std::string> parts;
    for (std::string& part : std::array{moved_words(moves.fell, "fell"), moved_words(moves.rose, "rose")})
      if (!part.empty()) parts.push_back(std::move(part));
    lines.push_back(fmt::format("{}, {}: {}", table.title, title, base::join(parts, ", ")));
  }
}

std::string value_key(std::string_view row, const site::ValueChange& value) {
  return fmt::format("{}\n{}\n{}\n{}", row, value.title, quantity::to_text(value.before.value),
                     quantity::to_text(value.after.value));
}

}  // namespace

std::vector<std::string> digest_lines(const Comparison& comparison, const quantity::Units& units) {
  const site::Changes& changes = comparison.changes;
  if (!is_long(changes)) return {};
  std::vector<std::string> lines;
  for (const site::TableChange& table : changes.tables) {
    for (const auto& [kind, word] : {std::pair(ChangeKind::added, "new"), {ChangeKind::gone, "gone"}})
      if (const size_t count = table.count(kind); count > 0)
        lines.push_back(fmt::format("{}: {} {}: {}", table.title, count, word, names_of(table, kind)));
    add_columns(table, units, lines);
  }
  for (const site::RankChange& rank : changes.ranks)
    if (rank.after == 1 && rank.before != 1)
      lines.push_back(fmt::format("{}: {} leads now{}", rank.title.empty() ? rank.block : rank.title, rank.row,
                                  rank.before == 0 ? ", and is new" : ", was " + ordinal(rank.before)));
  return lines;
}

bool is_long(const site::Changes& changes) {
  size_t rows = 0;
  for (const site::TableChange& table : changes.tables) rows += table.rows.size();
  return rows > kFewRows;
}

bool is_only_origin(const site::RowChange& row) {
  static constexpr std::array<std::string_view, 3> kOrigin = {"source", "locator", "as_of"};
  return row.kind == ChangeKind::changed && row.was.empty() &&
         std::ranges::all_of(row.values, [](const site::ValueChange& value) {
           return std::ranges::find(kOrigin, value.field) != kOrigin.end();
         });
}

ListedValues::ListedValues(const site::Changes& changes) {
  if (!is_long(changes)) return;
  for (const site::TableChange& table : changes.tables)
    for (const site::RowChange& row : table.rows)
      for (const site::ValueChange& value : row.values) keys_.insert(value_key(row.name, value));
}

std::vector<site::ValueChange> ListedValues::others(const BlockChange& block) const {
  std::vector<site::ValueChange> others;
  std::ranges::copy_if(block.cells, std::back_inserter(others),
                       [&](const site::ValueChange& cell) { return !keys_.contains(value_key(cell.field, cell)); });
  return others;
}

}  // namespace diff
