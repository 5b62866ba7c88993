#include "site/change_digest.h"

#include <algorithm>

namespace site {

std::vector<ColumnMoves> moves_of(const TableChange& table, const quantity::Units& units) {
  std::vector<ColumnMoves> columns;
  for (const RowChange& row : table.rows)
    for (const ValueChange& value : row.values) {
      const auto percent = quantity::percent_change(value.before, value.after, units);
      if (!percent || percent->sign() == 0) continue;
      auto column = std::ranges::find(columns, value.title, &ColumnMoves::title);
      if (column == columns.end()) column = columns.insert(column, {value.title, {}, {}});
      (percent->sign() < 0 ? column->fell : column->rose).push_back(*percent);
    }
  for (ColumnMoves& column : columns) std::ranges::sort(column.fell), std::ranges::sort(column.rose);
  return columns;
}

const quantity::Exact& median(const std::vector<quantity::Exact>& percentages) {
  return percentages[(percentages.size() - 1) / 2];
}

std::vector<NewLeader> new_leaders(const Changes& changes) {
  std::vector<NewLeader> leaders;
  for (const RankChange& rank : changes.ranks) {
    if (rank.after != 1 || rank.before == 1) continue;
    NewLeader leader{&rank};
    for (const RankChange& other : changes.ranks)
      if (other.before == 1 && other.block == rank.block && other.page == rank.page) leader.before = &other;
    leaders.push_back(leader);
  }
  return leaders;
}

}  // namespace site
