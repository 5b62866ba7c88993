// Numbers with units in running text: what a reader would take for a measurement or a price.
#pragma once
#include <cstddef>
#include <string_view>
#include <vector>

#include "quantity/unit.h"

namespace quantity {

// Bytes [begin, end) of a text, sign of money and unit included: "128 GB", "$2.70 per hour", "38 %".
struct Stated {
  size_t begin = 0;
  size_t end = 0;
};

// Read as in a figure (figure_text.h), but whatever stands around them. Numbers without a unit, and those in words, are
// left out.
std::vector<Stated> find_stated(std::string_view text, const Units& units);

}  // namespace quantity
