// A number in a text with all that belongs to it: sign, sign of money, upper end, scale and unit. What stands around it
// is the caller's: a figure link refuses it (figure_text.cc), prose may go on (stated.cc).
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "quantity/figure_scan.h"
#include "quantity/figure_text.h"
#include "quantity/figure_unit.h"

namespace quantity {

struct Amount {
  WrittenNumber number;  // the lower end of a range
  std::optional<WrittenNumber> upper;
  std::vector<FigureReading> readings;  // of the longest text that can be read; never empty when `mistake` is
  std::string mistake;                  // "" when it is well written
  size_t begin = 0;                     // in the text
  size_t end = 0;
};

// The first amount in digits of prose. Digits within a name ("v5p", "4th") are not a number.
std::optional<Amount> find_amount(std::string_view prose, const Units& units);
// The amount of a number that was found, in digits or a word.
Amount read_amount(std::string_view text, const figure_scan::ScannedNumber& number, const Units& units,
                   figure_unit::Place place);

}  // namespace quantity
