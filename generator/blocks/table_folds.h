// How a table fits a phone without scrolling to its first number.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "blocks/table_columns.h"

namespace blocks {

struct Fold {
  bool as_cards = false;  // its rows are cards
  size_t columns = 0;     // otherwise, the number of columns after the first that are shown below the name of the row
};

// `text_of(place, row)` is the text of a cell, "" if it is empty.
Fold fold_for_phone(const std::vector<ShownColumn>& columns, size_t rows, const quantity::Units& units,
                    const std::function<std::string(size_t, size_t)>& text_of);

}  // namespace blocks
