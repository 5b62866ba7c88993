// A day's changes in a few lines: which numbers moved and how far, and who leads now.
#pragma once
#include <string>
#include <vector>

#include "quantity/decimal.h"
#include "site/changes.h"

namespace site {

// The numbers of one column that changed, as percentages of their old values, in rising order.
struct ColumnMoves {
  std::string title;
  std::vector<quantity::Exact> fell, rose;  // fell: below 0
};
// By column, in the order of the first change. Columns without numbers that compare are left out.
std::vector<ColumnMoves> moves_of(const TableChange& table, const quantity::Units& units);

// The middle one, or the lower of two. REQUIRES: not empty
const quantity::Exact& median(const std::vector<quantity::Exact>& percentages);

// A row that became the first of a sorted table or chart.
struct NewLeader {
  const RankChange* now = nullptr;
  const RankChange* before = nullptr;  // the row that was the first, null if unknown
};
std::vector<NewLeader> new_leaders(const Changes& changes);

}  // namespace site
