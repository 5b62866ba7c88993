// What the values of one column are. For this folder only.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "import/sheet.h"
#include "quantity/frame.h"

namespace import {

// All cells of a column, counted by what they could be.
struct ColumnValues {
  size_t empty = 0;  // nothing in the cell
  size_t marks = 0;  // "n/a" and the like: missing, if the others are numbers
  size_t numbers = 0;
  size_t with_point = 0;  // of the numbers: those that are one where the point is the decimal mark
  size_t with_comma = 0;
  size_t ambiguous = 0;  // of the numbers: "1,234"
  size_t first_ambiguous = 0;
  size_t booleans = 0;
  size_t dates = 0, months = 0, times = 0;
  size_t four_digits = 0;    // 1000 to 2999
  size_t leading_zeros = 0;  // "007"
  size_t other_dates = 0;    // "31.1.2026", "1/31/2026"
  size_t long_numbers = 0;   // more than 15 significant digits
  std::string sign;          // of all numbers that have one: "%", "$", …; "?" if they differ
  size_t signs = 0;
  std::vector<size_t> others;  // rows whose cell is neither a number nor missing

  size_t filled() const { return numbers + others.size(); }  // without marks
};

ColumnValues look_at(const std::vector<std::string_view>& cells);

// The different texts of a column in the order in which they occur, if there are few for so many rows; else none.
std::vector<std::string> few_values(const std::vector<std::string_view>& cells);

}  // namespace import
