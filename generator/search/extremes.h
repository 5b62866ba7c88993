// The lowest and the highest figure of a column, as entries: "most memory", "cheapest engine". Among all things of a
// resource, and among those with the same text in a column that has few different ones, such as a vendor.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "quantity/frame.h"
#include "quantity/unit.h"
#include "search/entry.h"
#include "site/words.h"

namespace search {

// A figure of one thing.
struct Measured {
  double value = 0;
  size_t entry = 0;                                  // its index among the entries of figures
  const std::vector<std::string>* groups = nullptr;  // of its thing: the text of each column that groups; "" for none
};

// The figures of all things of one resource in one column.
struct MeasuredColumn {
  quantity::Field field;
  std::string things;  // the title of the resource
  std::vector<Measured> figures;
};

// Extremes of fewer figures are not worth an entry.
inline constexpr size_t kMinCompared = 3;

// Appends to `extremes`.
void add_extremes(const MeasuredColumn& column, const std::vector<Entry>& figures, const quantity::Units& units,
                  const site::Words& words, std::vector<Entry>& extremes);

// Other words for a column of money: "price", "cheapest"; "" for other units.
std::string words_of_price(const quantity::Field& field, const quantity::Units& units, const site::Words& words);

}  // namespace search
