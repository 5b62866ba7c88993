// Numbers as text: d3-format's language, and what we do where no format is given.
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "quantity/decimal.h"

namespace quantity {

// [[fill]align][sign][symbol][0][width][,][.precision][~][type], as d3-format 3.1 prints it in en-US: U+2212 for minus,
// "$" before, "," between thousands. Types: e f g r s p % b o d x X c n, or none.
// Source: https://d3js.org/d3-format (ISC licence); tested against it. It differs in two places: a letter that is no
// type is refused, and NaN and infinities in type s get no SI prefix (d3 prints that of the number before).
// Immutable; any thread may use it.
class NumberFormat {
 public:
  // `why` is a sentence about the first thing that is wrong: `"q" is not a type of number format (e f g …)`.
  static std::optional<NumberFormat> parse(std::string_view text, std::string* why = nullptr);

  std::string operator()(double value) const;
  // A decimal is rounded half up: 2.675 with ".2f" is 2.68, where d3 prints the double next to it, 2.67.
  std::string operator()(const Exact& value) const;
  std::string operator()(const Value& value) const;  // as the decimal that it is. REQUIRES: is_number(value)

  bool has_symbol() const { return symbol_ == '$'; }                // prints "$" itself
  bool is_percent() const { return type_ == '%' || type_ == 'p'; }  // multiplies by 100 and prints "%" itself

 private:
  template <class Number>
  std::string format(const Number& value) const;
  template <class Number>
  std::string digits_of(Number magnitude, std::string& si_prefix) const;

  std::string fill_ = " ";
  char align_ = '>';
  char sign_ = '-';
  char symbol_ = 0;
  bool zero_ = false;
  int width_ = 0;
  bool comma_ = false;
  int precision_ = 6;
  bool trim_ = false;
  char type_ = 'g';
};

// Puts "," between thousands of the digits before the point: "-12345.6" gives "-12,345.6". Leaves other text alone.
std::string group_thousands(std::string_view decimal);

// The number's shortest exact text, without an exponent where it can be read without (up to 21 digits), thousands
// grouped, U+2212 for minus: 989.5, 12,345, −3.
std::string plain_number(double value);
std::string plain_number(const Exact& value);  // REQUIRES: a finite decimal

// Whether a cell has digits that to_double() loses: it is shown by way of Exact.
bool is_beyond_double(const Value& value);

}  // namespace quantity
