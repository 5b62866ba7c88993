// Formats numbers: d3-format's language, and the default for numbers without a format. All formatting works on decimal
// digits, so no digit is invented or lost.
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "quantity/decimal.h"
#include "quantity/locale.h"

namespace quantity {

// The digits of a number without its sign, and the exponent of the first digit: 0.00123 is {"123", -3}, 0 is {"0", 0}.
struct Scientific {
  std::string digits;
  int exponent = 0;

  bool is_zero() const { return digits == "0"; }
  int after_point() const { return std::max(0, static_cast<int>(digits.size()) - 1 - exponent); }
};
// REQUIRES: the number is finite
Scientific scientific(const Value& value);

// [sign][$][,][.precision][~][type], as d3-format 3.1 prints it, with the marks of a locale: in English "$" before, ","
// between thousands. Minus is U+2212. Types: e f g r s p % d n, or none. The rest of d3-format pads numbers, or prints
// them in other bases.
// Source: https://d3js.org/d3-format (ISC licence); tested against it. It differs in three places: an unknown type is
// an error; a number is rounded half up as the decimal that people wrote (2.675 with ".2f" is 2.68, where d3 prints the
// double next to it, 2.67); and ".2f" prints numbers of 1e21 or more in full.
// Immutable; any thread may use it.
class NumberFormat {
 public:
  // `why` is a sentence about the first error: `"q" is not a type of number format (e f g …)`.
  static std::optional<NumberFormat> parse(std::string_view text, std::string* why = nullptr);
  // The same for numbers in a unit, which "%" multiplies by 100 and "$" calls US dollars; "" if it is not known.
  static std::optional<NumberFormat> parse_for(std::string_view unit, std::string_view text,
                                               std::string* why = nullptr);

  std::string operator()(double value, const Locale& locale) const { return (*this)(Value(value), locale); }
  std::string operator()(const Exact& value, const Locale& locale) const { return (*this)(value.to_value(), locale); }
  std::string operator()(const Value& value, const Locale& locale) const;  // REQUIRES: is_number(value)

  bool has_symbol() const { return has_symbol_; }                   // whether it prints "$"
  bool is_percent() const { return type_ == '%' || type_ == 'p'; }  // whether it multiplies by 100 and prints "%"
  char type() const { return type_; }                               // returns 0 for none
  std::optional<int> precision() const { return precision_; }
  bool trims() const { return trim_; }
  // Returns this format with another precision, which is at least 0, type and removal of zeros at the end ("~").
  NumberFormat with(int precision, char type, bool trims) const;

 private:
  int effective_precision() const;  // returns the precision, or the default
  std::string digits_of(Scientific magnitude, std::string& prefix) const;
  char sign_ = '-';
  bool has_symbol_ = false;
  bool comma_ = false;
  std::optional<int> precision_;
  bool trim_ = false;
  char type_ = 0;
};

// Returns the SI prefix of a power of 1000, from -8 ("y") to 8 ("Y").
std::string_view si_prefix(int power);

// Returns the number's shortest exact text, without an exponent if it has at most 21 digits, with grouped thousands and
// U+2212 for minus: 989.5, 12,345, −3.
std::string plain_number(const Value& value, const Locale& locale);

// Like plain_number(), but rounded half up to `decimals` digits after the point. REQUIRES: the number is finite
std::string fixed_number(const Value& value, int decimals, const Locale& locale);

}  // namespace quantity
