#include "quantity/decimal.h"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "base/text.h"

namespace quantity {
namespace {

constexpr size_t kMaxDigits = 400;
constexpr int kMaxExponent = 400;

// Removes a sign from the start of a text. Returns whether it is a minus.
bool take_sign(std::string_view& text) {
  const bool has_sign = text.starts_with('-') || text.starts_with('+');
  const bool is_negative = text.starts_with('-') || text.starts_with(kMinusSign);
  text.remove_prefix(has_sign ? 1 : is_negative ? kMinusSign.size() : 0);
  return is_negative;
}

}  // namespace

std::optional<Exact> Exact::parse(std::string_view text) { return parse_within(text, kMaxDigits); }

std::optional<Exact> Exact::parse_within(std::string_view text, size_t max_digits) {
  const bool is_negative = take_sign(text);
  std::string digits;
  int exponent = 0;
  bool point = false;
  size_t end = 0;
  for (; end < text.size() && (base::is_digit(text[end]) || (text[end] == '.' && !point)); ++end) {
    if (text[end] != '.') {
      digits += text[end];
      exponent -= point;
    }
    point |= text[end] == '.';
  }
  if (digits.empty() || digits.size() > max_digits || text[end - 1] == '.') return std::nullopt;
  text.remove_prefix(end);
  if (!text.empty()) {
    if (base::lower(text.front()) != 'e') return std::nullopt;
    text.remove_prefix(1);
    const bool is_below = take_sign(text);
    const std::optional<int> power = base::parse_number<int>(text);
    if (!power || *power > kMaxExponent || !base::is_digit(text.front())) return std::nullopt;
    exponent += is_below ? -*power : *power;
  }
  const Exact whole{mpq_class(mpz_class(digits, 10))};
  return (is_negative ? -whole : whole) * power_of_ten(exponent);
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
  mpz_ui_pow_ui((exponent < 0 ? exact.value_.get_den() : exact.value_.get_num()).get_mpz_t(), 10, std::abs(exponent));
  return exact;
}

Exact operator/(const Exact& a, const Exact& b) {
  if (b.sign() == 0) throw std::logic_error("Exact: division by 0");
  return Exact(mpq_class(a.value_ / b.value_));
}

Exact Exact::power(int power) const {
  if (std::abs(power) > 128) throw std::logic_error("Exact::power() beyond its limit");
  Exact result = 1;
  for (int i = 0; i < std::abs(power); ++i) result = result * *this;
  return power < 0 ? Exact(1) / result : result;
}

Exact Exact::ceiling() const {
  mpz_class result;
  mpz_cdiv_q(result.get_mpz_t(), value_.get_num_mpz_t(), value_.get_den_mpz_t());
  return Exact(mpq_class(result));
}

// Returns the absolute value in units of 10^-digits, rounded half up.
mpz_class Exact::in_units_of(int digits) const {
  const Exact scaled = abs() * power_of_ten(digits);
  // Rounds by floor(n/d + 1/2) = floor((2n + d) / 2d).
  const mpz_class &above = scaled.value_.get_num(), &below = scaled.value_.get_den();
  return (2 * above + below) / (2 * below);
}

Exact Exact::rounded(int digits) const {
  const Exact result = Exact(mpq_class(in_units_of(digits))) * power_of_ten(-digits);
  return sign() < 0 ? -result : result;
}

std::string Exact::round_half_up(int digits) const {
  const mpz_class rounded = in_units_of(digits);
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
  int exponent = static_cast<int>(mpz_sizeinbase(value_.get_num_mpz_t(), 10)) -
                 static_cast<int>(mpz_sizeinbase(value_.get_den_mpz_t(), 10)) + 1;
  while (positive < power_of_ten(exponent)) --exponent;
  while (positive >= power_of_ten(exponent + 1)) ++exponent;
  return exponent;
}

std::optional<std::string> Exact::to_decimal(int max_digits) const {
  // The denominator of a finite decimal is 2^a * 5^b; the decimal then has max(a, b) digits.
  mpz_class rest = value_.get_den();
  const auto twos = mpz_scan1(rest.get_mpz_t(), 0);
  rest >>= twos;
  const auto fives = mpz_remove(rest.get_mpz_t(), rest.get_mpz_t(), mpz_class(5).get_mpz_t());
  const auto digits = std::max<unsigned long>(twos, fives);
  if (rest != 1 || digits > static_cast<unsigned long>(max_digits)) return std::nullopt;
  return round_half_up(static_cast<int>(digits));
}

double Exact::to_double() const {
  if (sign() < 0) return -abs().to_double();
  const double below = value_.get_d();  // truncates
  const double above = std::nextafter(below, std::numeric_limits<double>::infinity());
  if (!std::isfinite(above)) return below;
  const Exact middle = Exact(mpq_class(mpq_class(below) + mpq_class(above))) / 2;
  if (*this == middle) return std::bit_cast<uint64_t>(below) % 2 == 0 ? below : above;
  return *this < middle ? below : above;
}

Value Exact::to_value() const {
  const double nearest = to_double();
  if (value_.get_den() == 1 && value_.get_num().fits_slong_p()) return int64_t{value_.get_num().get_si()};
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
