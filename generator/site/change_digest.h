// Summarizes the changes of a date in a few lines: which numbers changed and by how much, and which rows are now first.
#pragma once
#include <string>
#include <vector>

#include "quantity/decimal.h"
#include "site/changes.h"

namespace site {

// The changed numbers of one column, as percentages of their old values, in rising order.
struct ColumnMoves {
  std::string title;
  std::vector<quantity::Exact> fell, rose;  // the changes below 0, and those above
};
// Groups the changes by column, in the order of the first change. Leaves out columns whose numbers can't be compared.
std::vector<ColumnMoves> moves_of(const TableChange& table, const quantity::Units& units);

// Returns the median; for an even number of values, the lower of the middle two. REQUIRES: `percentages` is not empty
const quantity::Exact& median(const std::vector<quantity::Exact>& percentages);

// A row that is now the first of a sorted table or chart.
struct NewLeader {
  const RankChange* now = nullptr;
  const RankChange* before = nullptr;  // the row that was first before, or null if unknown
};
std::vector<NewLeader> new_leaders(const Changes& changes);

}  // namespace site
