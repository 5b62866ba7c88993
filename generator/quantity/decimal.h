// Exact numbers: rationals by GMP, so that rounding and conversion never depend on binary fractions.
//
// A value from the data is the decimal number that people wrote: 0.1 is one tenth here, not the double next to it.
// Immutable operations on values; different objects may be used from different threads.
#pragma once
#include <gmp.h>

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "quantity/frame.h"

namespace quantity {

inline constexpr std::string_view kMinusSign = "\u2212";
inline constexpr int kMaxDecimalDigits = 1000;  // of a Decimal after the point: 1.2e-400 has 401 of them

class Exact {
 public:
  Exact() { mpq_init(value_); }
  Exact(int64_t integer);  // implicit on purpose: Exact a = b * 60;
  Exact(const Exact& other);
  Exact(Exact&& other) noexcept;
  Exact& operator=(const Exact& other);
  Exact& operator=(Exact&& other) noexcept;
  ~Exact() { mpq_clear(value_); }

  // Decimal text: an optional '-' (or U+2212) or '+', digits with at most one point, an optional exponent: "1200.50",
  // "1.2e3", ".5". No separators of thousands. Nullopt for other text, for more than 400 digits and for exponents
  // beyond ±400, so that hostile input cannot fill the memory.
  static std::optional<Exact> parse(std::string_view text);
  // The number with the shortest text that reads back as the same double; nullopt for infinities and NaN.
  static std::optional<Exact> from(double number);
  // Nullopt for null, text, infinities, NaN and a Decimal beyond the limits of parse().
  static std::optional<Exact> from(const Value& value);
  // 10 to the power of `exponent`; REQUIRES: |exponent| <= 1000
  static Exact power_of_ten(int exponent);

  friend Exact operator+(const Exact& a, const Exact& b);
  friend Exact operator-(const Exact& a, const Exact& b);
  friend Exact operator*(const Exact& a, const Exact& b);
  friend Exact operator/(const Exact& a, const Exact& b);  // REQUIRES: b is not 0
  Exact operator-() const;
  friend bool operator==(const Exact& a, const Exact& b) { return mpq_equal(a.value_, b.value_) != 0; }
  friend std::strong_ordering operator<=>(const Exact& a, const Exact& b) { return mpq_cmp(a.value_, b.value_) <=> 0; }

  int sign() const { return mpq_sgn(value_); }
  Exact abs() const;
  // This number to an integer power. REQUIRES: |power| <= 128; not 0 when the power is negative
  Exact power(int power) const;

  Exact ceiling() const;  // the smallest integer that is not less
  // With exactly `digits` digits after the point ("2.70"); ties round away from zero. A negative number
  // of digits rounds to tens, hundreds …: 459 with -1 is "460". '-' before negative numbers, never "-0". REQUIRES:
  // |digits| <= 1000
  std::string round_half_up(int digits) const;
  // The exponent of the first digit: 0 for 2.7, 2 for 459, -3 for 0.001. REQUIRES: not 0
  int magnitude() const;
  // The decimal text with all its digits ("68.5"), when it has at most `max_digits` after the point.
  std::optional<std::string> to_decimal(int max_digits = 400) const;
  // The number as a fraction in lowest terms: "27/10", "3", "-1/3".
  std::string to_fraction() const;
  // The size of numerator and denominator together, in bits: a measure of the cost of calculating with it.
  size_t bits() const { return mpz_sizeinbase(mpq_numref(value_), 2) + mpz_sizeinbase(mpq_denref(value_), 2); }
  // The nearest double (as from_chars reads the decimal text).
  double to_double() const;
  // As a cell: an int64_t, otherwise a double that Exact::from() reads back as the same number, otherwise a Decimal; a
  // repeating fraction (1/3) is the nearest double.
  Value to_value() const;

 private:
  using Operation = void (*)(mpq_ptr, mpq_srcptr, mpq_srcptr);
  static Exact combined(Operation operation, const Exact& a, const Exact& b);
  static std::optional<Exact> parse_within(std::string_view text, size_t max_digits);

  mpq_t value_;  // always canonical
};

// A number as an author wrote it, with all its digits; nullopt if Exact::parse() fails or a double overflows.
std::optional<Value> read_number(std::string_view text);

// REQUIRES: is_number() of both
std::partial_ordering compare_numbers(const Value& a, const Value& b);

}  // namespace quantity
