// A day's changes in a few lines: which numbers moved and how far, and who leads now.
#pragma once
#include <string>
#include <vector>

#include "quantity/decimal.h"
#include "site/changes.h"

namespace site {

// The changed numbers of one column, as percentages of their old values, in rising order.
struct ColumnMoves {
  std::string title;
  std::vector<quantity::Exact> fell, rose;  // fell: values below 0
};
// Groups the changes by column, in the order of the first change. Leaves out columns whose numbers can't be compared.
std::vector<ColumnMoves> moves_of(const TableChange& table, const quantity::Units& units);

// The median; of an even number of values, the lower of the middle two. REQUIRES: not empty
const quantity::Exact& median(const std::vector<quantity::Exact>& percentages);

// A row that became the first of a sorted table or chart.
struct NewLeader {
  const RankChange* now = nullptr;
  const RankChange* before = nullptr;  // the row that was the first, null if unknown
};
std::vector<NewLeader> new_leaders(const Changes& changes);

}  // namespace site
