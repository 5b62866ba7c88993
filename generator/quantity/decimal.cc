#include "quantity/decimal.h"

#include <fmt/format.h>

#include <bit>
#include <charconv>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>
#include "base/text.h"

namespace quantity {
namespace {

constexpr size_t kMostDigits = 400;
constexpr int kMostExponent = 400;

// A number as text, taken apart.
struct DecimalText {
  bool negative = false;
  std::string digits;  // without the point
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

std::optional<DecimalText> take_apart(std::string_view text, size_t most_digits = kMostDigits) {
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
  if (number.digits.empty() || number.digits.size() > most_digits || (i > 0 && text[i - 1] == '.')) return std::nullopt;
  text.remove_prefix(i);
  if (text.empty()) return number;
  if (text.front() != 'e' && text.front() != 'E') return std::nullopt;
  text.remove_prefix(1);
  bool negative_exponent = false;
  take_sign(text, negative_exponent);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number.exponent);
  if (error != std::errc() || end != text.data() + text.size() || !is_digit(text.front())) return std::nullopt;
  if (number.exponent > kMostExponent) return std::nullopt;
  if (negative_exponent) number.exponent = -number.exponent;
  return number;
}

// An integer of GMP's that frees itself.
struct Integer {
  Integer() { mpz_init(z); }
  ~Integer() { mpz_clear(z); }
  Integer(const Integer&) = delete;
  Integer& operator=(const Integer&) = delete;
  std::string text() const {
    std::string out(mpz_sizeinbase(z, 10) + 2, '\0');
    mpz_get_str(out.data(), 10, z);
    out.resize(out.find('\0'));
    return out;
  }
  mpz_t z;
};

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

std::optional<Exact> Exact::parse(std::string_view text) { return parse_within(text, kMostDigits); }

std::optional<Exact> Exact::parse_within(std::string_view text, size_t most_digits) {
  const std::optional<DecimalText> number = take_apart(text, most_digits);
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
  if (const auto* decimal = std::get_if<Decimal>(&value)) return parse_within(decimal->digits, kMostDecimalDigits);
  return std::nullopt;
}

Exact Exact::from_binary(double number) {
  if (!std::isfinite(number)) throw std::logic_error("Exact::from_binary() of a number that is not finite");
  Exact exact;
  mpq_set_d(exact.value_, number);
  return exact;
}

Exact Exact::power_of_ten(int exponent) {
  if (std::abs(exponent) > 1000) throw std::logic_error("Exact::power_of_ten() beyond its limit");
  Exact exact = 1;
  mpz_ui_pow_ui(exponent < 0 ? mpq_denref(exact.value_) : mpq_numref(exact.value_), 10, std::abs(exponent));
  return exact;
}

Exact operator+(const Exact& a, const Exact& b) {
  Exact sum;
  mpq_add(sum.value_, a.value_, b.value_);
  return sum;
}

Exact operator-(const Exact& a, const Exact& b) {
  Exact difference;
  mpq_sub(difference.value_, a.value_, b.value_);
  return difference;
}

Exact operator*(const Exact& a, const Exact& b) {
  Exact product;
  mpq_mul(product.value_, a.value_, b.value_);
  return product;
}

Exact operator/(const Exact& a, const Exact& b) {
  if (b.sign() == 0) throw std::logic_error("Exact: division by 0");
  Exact quotient;
  mpq_div(quotient.value_, a.value_, b.value_);
  return quotient;
}

Exact Exact::operator-() const {
  Exact negated;
  mpq_neg(negated.value_, value_);
  return negated;
}

Exact Exact::abs() const {
  Exact magnitude;
  mpq_abs(magnitude.value_, value_);
  return magnitude;
}

Exact Exact::power(int power) const {
  if (std::abs(power) > 128) throw std::logic_error("Exact::power() beyond its limit");
  Exact result = 1;
  for (int i = 0; i < std::abs(power); ++i) result = result * *this;
  return power < 0 ? Exact(1) / result : result;
}

std::string Exact::round_half_up(int digits) const {
  const Exact scaled = abs() * power_of_ten(digits);
  // floor(n/d + 1/2) = floor((2n + d) / 2d)
  Integer rounded, doubled;
  mpz_mul_2exp(rounded.z, mpq_numref(scaled.value_), 1);
  mpz_add(rounded.z, rounded.z, mpq_denref(scaled.value_));
  mpz_mul_2exp(doubled.z, mpq_denref(scaled.value_), 1);
  mpz_fdiv_q(rounded.z, rounded.z, doubled.z);
  const bool negative = sign() < 0 && mpz_sgn(rounded.z) != 0;

  std::string text = rounded.text();
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
  // sizeinbase counts the digits, or one more; so this is at most 2 too great.
  int exponent = static_cast<int>(mpz_sizeinbase(mpq_numref(value_), 10)) -
                 static_cast<int>(mpz_sizeinbase(mpq_denref(value_), 10)) + 1;
  while (positive < power_of_ten(exponent)) --exponent;
  while (positive >= power_of_ten(exponent + 1)) ++exponent;
  return exponent;
}

std::optional<std::string> Exact::to_decimal(int most_digits) const {
  // The denominator of a finite decimal is 2^a * 5^b; it then has max(a, b) digits.
  Integer rest, five;
  mpz_set(rest.z, mpq_denref(value_));
  const auto twos = mpz_scan1(rest.z, 0);
  mpz_tdiv_q_2exp(rest.z, rest.z, twos);
  mpz_set_ui(five.z, 5);
  const auto fives = mpz_remove(rest.z, rest.z, five.z);
  const auto digits = std::max<unsigned long>(twos, fives);
  if (mpz_cmp_ui(rest.z, 1) != 0 || digits > static_cast<unsigned long>(most_digits)) return std::nullopt;
  return round_half_up(static_cast<int>(digits));
}

std::string Exact::to_fraction() const {
  const size_t size = mpz_sizeinbase(mpq_numref(value_), 10) + mpz_sizeinbase(mpq_denref(value_), 10) + 3;
  std::string text(size, '\0');
  mpq_get_str(text.data(), 10, value_);
  text.resize(text.find('\0'));
  return text;
}

double Exact::to_double() const {
  if (sign() < 0) return -abs().to_double();
  const double below = mpq_get_d(value_);  // truncates
  const double above = std::nextafter(below, std::numeric_limits<double>::infinity());
  if (!std::isfinite(above)) return below;
  const Exact middle = (from_binary(below) + from_binary(above)) / 2;
  if (*this == middle) return std::bit_cast<uint64_t>(below) % 2 == 0 ? below : above;
  return *this < middle ? below : above;
}

Value Exact::to_value() const {
  const double nearest = to_double();
  if (mpz_cmp_ui(mpq_denref(value_), 1) == 0 && mpz_fits_slong_p(mpq_numref(value_)))
    return static_cast<int64_t>(mpz_get_si(mpq_numref(value_)));
  if (const std::optional<Exact> read = from(nearest); read && *read == *this) return nearest;
  if (std::optional<std::string> digits = to_decimal(kMostDecimalDigits)) return Decimal{*std::move(digits)};
  return nearest;
}

std::optional<Value> read_number(std::string_view text) {
  const std::optional<Exact> exact = Exact::parse(text);
  return exact && std::isfinite(exact->to_double()) ? std::optional(exact->to_value()) : std::nullopt;
}

int digits_after_point(std::string_view text) {
  const std::optional<DecimalText> number = take_apart(text);
  if (!number) throw std::logic_error("digits_after_point() of a text that is no number");
  return number->after_point - number->exponent;
}

}  // namespace quantity
