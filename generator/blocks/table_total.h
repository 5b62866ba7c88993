// The sum of a column: exact, over all rows of the data, resting on the records of all its cells.
#pragma once
#include <string>

#include "blocks/table_columns.h"

namespace blocks {

struct Total {
  std::string text;     // in the column's format, with a unit only where the column's header has none
  quantity::Refs refs;  // of every cell that went into it: sorted, unique
  size_t values = 0;    // how many cells did: 0 gives no text
};

// REQUIRES: the column's numbers are in one unit, as choose_columns() makes sure of columns with a total.
Total total_of(const ShownColumn& column, const quantity::Frame& frame, Context& context);

}  // namespace blocks
