#include "quantity/decimal.h"

#include <fmt/format.h>
#include <gmpxx.h>

#include <bit>
#include <charconv>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "base/text.h"

namespace quantity {
namespace {

constexpr size_t kMaxDigits = 400;
constexpr int kMaxExponent = 400;

// The parts of a number as text.
struct DecimalText {
  bool negative = false;
  std::string digits;  // all digits, without the point
  int after_point = 0;
  int exponent = 0;
};

using base::is_digit;

void take_sign(std::string_view& text, bool& negative) {
  if (text.starts_with(kMinusSign)) {
    negative = true;
    text.remove_prefix(kMinusSign.size());
  } else if (text.starts_with('-') || text.starts_with('+')) {
    negative = text.front() == '-';
    text.remove_prefix(1);
  }
}

std::optional<DecimalText> take_apart(std::string_view text, size_t max_digits = kMaxDigits) {
  DecimalText number;
  take_sign(text, number.negative);
  bool point = false;
  size_t i = 0;
  for (; i < text.size(); ++i) {
    if (text[i] == '.' && !point) {
      point = true;
    } else if (is_digit(text[i])) {
      number.digits += text[i];
      number.after_point += point;
    } else {
      break;
    }
  }
  if (number.digits.empty() || number.digits.size() > max_digits || (i > 0 && text[i - 1] == '.')) return std::nullopt;
  text.remove_prefix(i);
  if (text.empty()) return number;
  if (text.front() != 'e' && text.front() != 'E') return std::nullopt;
  text.remove_prefix(1);
  bool negative_exponent = false;
  take_sign(text, negative_exponent);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number.exponent);
  if (error != std::errc() || end != text.data() + text.size() || !is_digit(text.front())) return std::nullopt;
  if (number.exponent > kMaxExponent) return std::nullopt;
  if (negative_exponent) number.exponent = -number.exponent;
  return number;
}

}  // namespace

Exact::Exact(int64_t integer) {
  mpq_init(value_);
  static_assert(sizeof(long) == sizeof(int64_t));
  mpq_set_si(value_, integer, 1);
}

Exact::Exact(const Exact& other) {
  mpq_init(value_);
  mpq_set(value_, other.value_);
}

Exact::Exact(Exact&& other) noexcept {
  mpq_init(value_);
  mpq_swap(value_, other.value_);
}

Exact& Exact::operator=(const Exact& other) {
  if (this != &other) mpq_set(value_, other.value_);
  return *this;
}

Exact& Exact::operator=(Exact&& other) noexcept {
  mpq_swap(value_, other.value_);
  return *this;
}

std::optional<Exact> Exact::parse(std::string_view text) { return parse_within(text, kMaxDigits); }

std::optional<Exact> Exact::parse_within(std::string_view text, size_t max_digits) {
  const std::optional<DecimalText> number = take_apart(text, max_digits);
  if (!number) return std::nullopt;
  Exact exact;
  mpz_set_str(mpq_numref(exact.value_), number->digits.c_str(), 10);
  if (number->negative) mpq_neg(exact.value_, exact.value_);
  return exact * power_of_ten(number->exponent - number->after_point);
}

std::optional<Exact> Exact::from(double number) {
  if (!std::isfinite(number)) return std::nullopt;
  return parse(fmt::format("{}", number));
}

std::optional<Exact> Exact::from(const Value& value) {
  if (const auto* integer = std::get_if<int64_t>(&value)) return Exact(*integer);
  if (const auto* number = std::get_if<double>(&value)) return from(*number);
  if (const auto* decimal = std::get_if<Decimal>(&value)) return parse_within(decimal->digits, kMaxDecimalDigits);
  return std::nullopt;
}

Exact Exact::power_of_ten(int exponent) {
  if (std::abs(exponent) > 1000) throw std::logic_error("Exact::power_of_ten() beyond its limit");
  Exact exact = 1;
  mpz_ui_pow_ui(exponent < 0 ? mpq_denref(exact.value_) : mpq_numref(exact.value_), 10, std::abs(exponent));
  return exact;
}

Exact Exact::combined(Operation operation, const Exact& a, const Exact& b) {
  Exact result;
  operation(result.value_, a.value_, b.value_);
  return result;
}

Exact operator+(const Exact& a, const Exact& b) { return Exact::combined(mpq_add, a, b); }
Exact operator-(const Exact& a, const Exact& b) { return Exact::combined(mpq_sub, a, b); }
Exact operator*(const Exact& a, const Exact& b) { return Exact::combined(mpq_mul, a, b); }
Exact operator/(const Exact& a, const Exact& b) {
  if (b.sign() == 0) throw std::logic_error("Exact: division by 0");
  return Exact::combined(mpq_div, a, b);
}

Exact Exact::operator-() const { return Exact(0) - *this; }
Exact Exact::abs() const { return sign() < 0 ? -*this : *this; }

Exact Exact::power(int power) const {
  if (std::abs(power) > 128) throw std::logic_error("Exact::power() beyond its limit");
  Exact result = 1;
  for (int i = 0; i < std::abs(power); ++i) result = result * *this;
  return power < 0 ? Exact(1) / result : result;
}

Exact Exact::ceiling() const {
  Exact result;
  mpz_cdiv_q(mpq_numref(result.value_), mpq_numref(value_), mpq_denref(value_));
  return result;
}

std::string Exact::round_half_up(int digits) const {
  const Exact scaled = abs() * power_of_ten(digits);
  // Rounds by floor(n/d + 1/2) = floor((2n + d) / 2d).
  const mpz_class above(mpq_numref(scaled.value_)), below(mpq_denref(scaled.value_));
  const mpz_class rounded = (2 * above + below) / (2 * below);
  const bool negative = sign() < 0 && rounded != 0;
  std::string text = rounded.get_str();
  if (digits < 0 && text != "0") text.append(-digits, '0');
  if (digits > 0) {
    if (text.size() <= static_cast<size_t>(digits)) text.insert(0, digits + 1 - text.size(), '0');
    text.insert(text.size() - digits, ".");
  }
  return negative ? "-" + text : text;
}

int Exact::magnitude() const {
  if (sign() == 0) throw std::logic_error("Exact::magnitude() of 0");
  const Exact positive = abs();
  // sizeinbase returns the number of digits, or one more, so the result is at most 2 too large.
  int exponent = static_cast<int>(mpz_sizeinbase(mpq_numref(value_), 10)) -
                 static_cast<int>(mpz_sizeinbase(mpq_denref(value_), 10)) + 1;
  while (positive < power_of_ten(exponent)) --exponent;
  while (positive >= power_of_ten(exponent + 1)) ++exponent;
  return exponent;
}

std::optional<std::string> Exact::to_decimal(int max_digits) const {
  // The denominator of a finite decimal is 2^a * 5^b; the decimal then has max(a, b) digits.
  mpz_class rest(mpq_denref(value_));
  const auto twos = mpz_scan1(rest.get_mpz_t(), 0);
  rest >>= twos;
  const auto fives = mpz_remove(rest.get_mpz_t(), rest.get_mpz_t(), mpz_class(5).get_mpz_t());
  const auto digits = std::max<unsigned long>(twos, fives);
  if (rest != 1 || digits > static_cast<unsigned long>(max_digits)) return std::nullopt;
  return round_half_up(static_cast<int>(digits));
}

std::string Exact::to_fraction() const { return mpq_class(value_).get_str(); }

double Exact::to_double() const {
  if (sign() < 0) return -abs().to_double();
  const double below = mpq_get_d(value_);  // mpq_get_d truncates
  const double above = std::nextafter(below, std::numeric_limits<double>::infinity());
  if (!std::isfinite(above)) return below;
  Exact lower, upper;
  mpq_set_d(lower.value_, below);
  mpq_set_d(upper.value_, above);
  const Exact middle = (lower + upper) / 2;
  if (*this == middle) return std::bit_cast<uint64_t>(below) % 2 == 0 ? below : above;
  return *this < middle ? below : above;
}

Value Exact::to_value() const {
  const double nearest = to_double();
  if (mpz_cmp_ui(mpq_denref(value_), 1) == 0 && mpz_fits_slong_p(mpq_numref(value_)))
    return static_cast<int64_t>(mpz_get_si(mpq_numref(value_)));
  if (const std::optional<Exact> read = from(nearest); read && *read == *this) return nearest;
  if (std::optional<std::string> digits = to_decimal(kMaxDecimalDigits)) return Decimal{*std::move(digits)};
  return nearest;
}

std::optional<Value> read_number(std::string_view text) {
  const std::optional<Exact> exact = Exact::parse(text);
  return exact && std::isfinite(exact->to_double()) ? std::optional(exact->to_value()) : std::nullopt;
}

std::partial_ordering compare_numbers(const Value& a, const Value& b) {
  const std::partial_ordering nearest = to_double(a) <=> to_double(b);
  if (nearest != 0 || a == b) return nearest;
  const auto exact = Exact::from(a), other = Exact::from(b);
  return exact && other ? *exact <=> *other : nearest;
}

}  // namespace quantity
