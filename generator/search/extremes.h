// Entries for the lowest and the highest figure of a column: "most memory", "cheapest engine". All things of a resource
// are compared, and also those with the same text in a column with few different texts, such as a vendor.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "quantity/frame.h"
#include "quantity/unit.h"
#include "search/entry.h"
#include "site/words.h"

namespace search {

// A figure of one thing, as a number that can be compared.
struct Measured {
  double value = 0;
  size_t entry = 0;                                  // the figure's index in the list of figures
  const std::vector<std::string>* groups = nullptr;  // the thing's text in each grouping column; may be ""
};

// The figures of all things of one resource in one column.
struct MeasuredColumn {
  quantity::Field field;
  std::string things;  // the title of the resource
  std::vector<Measured> figures;
};

// The minimum number of figures in a column whose extremes become entries.
inline constexpr size_t kMinCompared = 3;

// Appends the entries for the lowest and the highest figures of a column to `extremes`.
void add_extremes(const MeasuredColumn& column, const std::vector<Entry>& figures, const quantity::Units& units,
                  const site::Words& words, std::vector<Entry>& extremes);

// Returns other words for a column of prices: "price", "cheapest"; "" for other units.
std::string words_of_price(const quantity::Field& field, const quantity::Units& units, const site::Words& words);

}  // namespace search
