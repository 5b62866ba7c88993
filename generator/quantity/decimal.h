// Exact numbers: rationals of GMP, so that rounding and conversion never depend on binary fractions.
// A value from the data is the decimal number that people wrote: 0.1 is exactly one tenth, not the nearest double.
// Operations do not change their operands; different objects may be used from different threads.
#pragma once
#include <gmpxx.h>

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "quantity/frame.h"

namespace quantity {

inline constexpr std::string_view kMinusSign = "\u2212";
// Maximum number of digits of a Decimal after the point; 1.2e-400 has 401.
inline constexpr int kMaxDecimalDigits = 1000;

class Exact {
 public:
  Exact() = default;
  Exact(int64_t integer) : value_(integer) {}  // implicit so that one can write Exact a = b * 60;

  // Parses decimal text: an optional '-' (or U+2212) or '+', digits with at most one point, and an optional exponent:
  // "1200.50", "1.2e3", ".5". Does not accept thousands separators. Returns nullopt for other text, for more than 400
  // digits and for exponents beyond ±400, so that hostile input cannot use up the memory.
  static std::optional<Exact> parse(std::string_view text);
  // Returns the number with the shortest text that reads back as the same double; nullopt for infinities and NaN.
  static std::optional<Exact> from(double number);
  // Returns nullopt for null, text, infinities, NaN and a Decimal beyond the limits of parse().
  static std::optional<Exact> from(const Value& value);
  // Returns 10 to the power of `exponent`. REQUIRES: |exponent| <= 1000
  static Exact power_of_ten(int exponent);

  friend Exact operator+(const Exact& a, const Exact& b) { return Exact(mpq_class(a.value_ + b.value_)); }
  friend Exact operator-(const Exact& a, const Exact& b) { return Exact(mpq_class(a.value_ - b.value_)); }
  friend Exact operator*(const Exact& a, const Exact& b) { return Exact(mpq_class(a.value_ * b.value_)); }
  friend Exact operator/(const Exact& a, const Exact& b);  // REQUIRES: b is not 0
  Exact operator-() const { return Exact(mpq_class(-value_)); }
  friend bool operator==(const Exact& a, const Exact& b) { return a.value_ == b.value_; }
  friend std::strong_ordering operator<=>(const Exact& a, const Exact& b) { return cmp(a.value_, b.value_) <=> 0; }

  int sign() const { return sgn(value_); }
  Exact abs() const { return Exact(mpq_class(::abs(value_))); }
  // Returns this number to an integer power. REQUIRES: |power| <= 128; the number is not 0 if the power is negative
  Exact power(int power) const;

  Exact ceiling() const;  // the smallest integer that is not less than the number
  // Formats the number with exactly `digits` digits after the point ("2.70"); ties round away from zero. A negative
  // number of digits rounds to tens, hundreds and so on: 459 with -1 is "460". Writes '-' before negative numbers, and
  // never "-0". REQUIRES: |digits| <= 1000
  std::string round_half_up(int digits) const;
  // Returns the number that round_half_up() writes.
  Exact rounded(int digits) const;
  // Returns the exponent of the first digit: 0 for 2.7, 2 for 459, -3 for 0.001. REQUIRES: the number is not 0
  int magnitude() const;
  // Returns the decimal text with all digits ("68.5"); nullopt if it has more than `max_digits` after the point.
  std::optional<std::string> to_decimal(int max_digits = 400) const;
  // Returns the number as a fraction in lowest terms: "27/10", "3", "-1/3".
  std::string to_fraction() const { return value_.get_str(); }
  // Returns the size of numerator and denominator together in bits: a measure of the cost of calculations.
  size_t bits() const { return mpz_sizeinbase(value_.get_num_mpz_t(), 2) + mpz_sizeinbase(value_.get_den_mpz_t(), 2); }
  // Returns the nearest double, as from_chars reads the decimal text.
  double to_double() const;
  // Converts to a cell's value: an int64_t, otherwise a double that Exact::from() reads back as the same number,
  // otherwise a Decimal. For a repeating fraction (1/3) this is the nearest double.
  Value to_value() const;

 private:
  explicit Exact(mpq_class value) : value_(std::move(value)) {}
  mpz_class in_units_of(int digits) const;
  static std::optional<Exact> parse_within(std::string_view text, size_t max_digits);

  mpq_class value_;  // a fraction that is always canonical
};

// Reads a number as an author wrote it, with all its digits; nullopt if Exact::parse() fails or a double overflows.
std::optional<Value> read_number(std::string_view text);

// REQUIRES: is_number() is true for both
std::partial_ordering compare_numbers(const Value& a, const Value& b);

}  // namespace quantity
