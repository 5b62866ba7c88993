// Decides how a table fits on a phone, so that readers see its first number without scrolling.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "blocks/table_columns.h"

namespace blocks {

struct Fold {
  bool as_cards = false;  // whether each row becomes a card
  // If not as cards, the number of columns after the first that are shown below the name of the row.
  size_t columns = 0;
};

// `text_of(place, row)` returns the text of a cell; "" if it is empty.
Fold fold_for_phone(const std::vector<ShownColumn>& columns, size_t rows, const quantity::Units& units,
                    const std::function<std::string(size_t, size_t)>& text_of);

}  // namespace blocks
