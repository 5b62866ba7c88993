// Which rows of a table or chart are the same before and after, and what readers call them.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "diff/sides.h"
#include "quantity/frame.h"

namespace diff {

// Each row has a number, the same on both sides: rows of the new side are numbered as they lie there, and those that
// are gone come behind them.
struct MatchedRows {
  std::vector<std::optional<size_t>> was;  // by row of the new side: the row of the old one; none for a new row
  std::vector<size_t> old_numbers;         // by row of the old side
  std::vector<std::string> names;          // by number

  bool is_gone(size_t number) const { return number >= was.size(); }
};

// Rows are the same that rest on the same records, if records tell all rows of both sides apart; and of the others
// those that are called the same. Renamed keys count as what they are now. `shown` are the columns that readers see,
// which name the rows before others do; as few of them as tell all rows of each side apart.
MatchedRows match_rows(const quantity::Frame& before, const quantity::Frame& after,
                       const std::vector<std::string>& shown, const Sides& sides);

}  // namespace diff
