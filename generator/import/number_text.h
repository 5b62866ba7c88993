// Numbers as people and spreadsheets write them ("1,234.50", "1.234,5", "12 345", "$2.70", "45 %", "−3"), what the
// values of a column are, and numbers that are computed from published ones.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "quantity/unit.h"

namespace import {

// A number, read with the point or the comma as the decimal mark. The digits are as written: "2.70" stays "2.70".
struct NumberText {
  std::optional<std::string> with_point;
  std::optional<std::string> with_comma;
  std::string unit;  // the unit of a symbol at the number: "%", "‰", "$", "€", "£", "¥"; otherwise ""

  // "1,234" is 1234 or 1.234.
  bool is_ambiguous() const { return with_point && with_comma && *with_point != *with_comma; }
};

inline constexpr size_t kMaxNumberBytes = 400;

// Nullopt if the text is not a number with either mark.
std::optional<NumberText> read_number_text(std::string_view cell);

// "%" and "‰" are complete units; after a currency symbol, "per …" may be missing.
bool is_ratio_sign(std::string_view sign);
// Whether a unit is an amount of this money: "$", in dollars, goes with USD/h.
bool is_counted_in(const quantity::Unit& unit, const quantity::Unit& money);

// Whether the text marks a missing value: "", "n/a", "NULL", "-", "…".
bool is_missing_mark(std::string_view cell);
// Whether it does so even in a column of texts: "n/a", "n.a."; but not "None", "NA" and "-".
bool is_missing_text(std::string_view cell);

// All cells of a column, counted by what they could be.
struct ColumnValues {
  size_t empty = 0;  // nothing in the cell
  size_t marks = 0;  // "n/a" and the like: missing, if the others are numbers
  size_t numbers = 0;
  size_t with_point = 0;  // numbers that are valid with the point as decimal mark
  size_t with_comma = 0;
  size_t ambiguous = 0;  // "1,234"
  size_t first_ambiguous = 0;
  size_t booleans = 0;
  size_t dates = 0, months = 0, times = 0;
  size_t four_digits = 0;    // 1000 to 2999
  size_t leading_zeros = 0;  // "007"
  size_t other_dates = 0;    // "31.1.26", "1/31/2026"
  size_t long_numbers = 0;   // more than 15 significant digits
  std::string sign;          // of all numbers that have one: "%", "$", …; "?" if they differ
  size_t signs = 0;
  std::vector<size_t> others;  // rows whose cell is neither a number nor missing

  size_t filled() const { return numbers + others.size(); }  // without marks
};

ColumnValues count_values(const std::vector<std::string_view>& cells);

enum class DecimalMark { point, comma, unknown };

// The decimal mark of a table: a column that is valid with only one mark decides it for ambiguous ones ("1,234"). If
// none does, nothing is guessed: a value that is wrong by a factor of 1000 is not noticed.
class DecimalMarks {
 public:
  // `given`: "." or "," for all columns that are valid with it; "" to detect it.
  explicit DecimalMarks(std::string_view given) : given_(given) {}

  // Call it for each column of numbers before of().
  void add(const ColumnValues& values);
  // For a column that mixes both, which is a mistake, the more frequent one.
  DecimalMark of(const ColumnValues& values) const;

 private:
  std::string_view given_;
  bool point_ = false, comma_ = false;  // a column decides for it
};

// A whole number above 0 in any notation: "64", "8.0"; nullopt for other texts.
std::optional<long> count_of_text(std::string_view text);

// All digits of a number that was computed from `published` ones. An infinite fraction gets 15, or as many as these if
// they have more.
std::string computed_digits(const quantity::Exact& number, std::string_view published = "");

// Rounded half up to `digits` after the point, without trailing zeros.
std::string rounded_digits(const quantity::Exact& number, int digits);

}  // namespace import
