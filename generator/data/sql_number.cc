#include "data/sql_number.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "base/text.h"

namespace data {
namespace {

using quantity::Exact;

constexpr size_t kMaxBits = 2700;                     // some 400 digits each before and after the point
constexpr size_t kMaxCalculated = 2'000'000;          // of a query, as each takes some 200 bytes
constexpr int64_t kShortEnd = 1'000'000'000'000'000;  // of 15 digits

// REQUIRES: finite
ShortDecimal decimal_of(double number) {
  char text[40];
  const auto end = std::to_chars(text, text + sizeof text, number, std::chars_format::scientific).ptr;
  int64_t digits = 0;
  int exponent = 0, after_point = 0;
  const char* at = text;
  bool negative = *at == '-', point = false;
  for (at += negative; *at != 'e'; ++at) {
    if (*at == '.') {
      point = true;
    } else {
      digits = digits * 10 + (*at - '0');
      after_point += point;
    }
  }
  if (*++at == '+') ++at;
  std::from_chars(at, end, exponent);
  return {negative ? -digits : digits, exponent - after_point};
}

void refuse(sqlite3_context* context, const std::string& why) { sqlite3_result_error(context, why.c_str(), -1); }

}  // namespace

Exact ShortDecimal::exact() const {
  const bool negative = digits < 0;
  Exact result, place = 1;
  for (Int128 left = negative ? -digits : digits; left != 0; left >>= 32, place = place * Exact(int64_t{1} << 32))
    result = result + place * Exact(static_cast<int64_t>(left & 0xFFFFFFFF));
  if (exponent != 0) result = result * Exact::power_of_ten(exponent);
  return negative ? -result : result;
}

SqlNumber::SqlNumber(sqlite3_value* value, const LongNumbers& numbers) : numbers_(numbers) {
  if (sqlite3_value_type(value) == SQLITE_TEXT) {
    const auto* text = reinterpret_cast<const char*>(sqlite3_value_text(value));
    const auto number = quantity::read_number(base::trim(text == nullptr ? "" : text));
    if (number) {
      nearest_ = quantity::to_double(*number);
      read_ = Exact::from(*number);
      if (const auto* whole = std::get_if<int64_t>(&*number)) integer_ = *whole;
      return;
    }
  }
  switch (sqlite3_value_numeric_type(value)) {
    case SQLITE_NULL:
      is_null_ = true;
      return;
    case SQLITE_INTEGER:
      integer_ = sqlite3_value_int64(value);
      nearest_ = static_cast<double>(*integer_);
      return;
    default:
      nearest_ = sqlite3_value_double(value);
      known_ = numbers.find_long(nearest_);
      if (known_ != nullptr) {
        nearest_ = known_->to_double();
        return;
      }
      is_noisy_ = !std::isfinite(nearest_) || numbers.clean(nearest_) != nearest_;
  }
}

std::optional<ShortDecimal> SqlNumber::decimal() const {
  if (integer_) return ShortDecimal{*integer_, 0};
  if (known_ != nullptr || read_ || !std::isfinite(nearest_)) return std::nullopt;
  return decimal_of(nearest_);
}

Exact SqlNumber::exact() const {
  if (integer_) return *integer_;
  if (known_ != nullptr) return *known_;
  if (read_) return *read_;
  return decimal_of(numbers_.clean(nearest_)).exact();
}

bool SqlNumber::is_beyond_double() const {
  if (integer_) return static_cast<Int128>(nearest_) != *integer_;
  if (known_ != nullptr) return known_->to_decimal(quantity::kMaxDecimalDigits).has_value();
  return read_ && Exact::from(numbers_.clean(nearest_)) != *read_;
}

void give(sqlite3_context* context, LongNumbers& numbers, const Exact& number) {
  const double nearest = number.to_double();
  if (!std::isfinite(nearest)) return refuse(context, "a result is greater than 1.7e308, which no number can be");
  if (nearest == 0 && number.sign() != 0)
    return refuse(context, "a result is less than 1e-307, but not 0, which no number can be");
  if (number.bits() > kMaxBits) return sqlite3_result_double(context, nearest);
  const std::optional<quantity::Value> value = numbers.add(number);
  if (!value)
    return refuse(context,
                  fmt::format("numbers near {} differ after their 16th digit only, too many to tell them apart: "
                              "round them first, as in round(x, 12)",
                              nearest));
  if (numbers.size() > kMaxCalculated)
    return refuse(context,
                  "the query calculates more than 2,000,000 numbers with more than 15 digits: round them, as "
                  "in round(x, 6)");
  if (const auto* integer = std::get_if<int64_t>(&*value)) return sqlite3_result_int64(context, *integer);
  sqlite3_result_double(context, std::get<double>(*value));
}

void give(sqlite3_context* context, LongNumbers& numbers, ShortDecimal number) {
  constexpr int kMaxExponent = 22;  // 10^22 is the last power of ten that a double holds
  static constexpr double kPowers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                       1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
  while (number.exponent < 0 && number.digits % 10 == 0 && number.digits != 0) {
    number.digits /= 10;
    ++number.exponent;
  }
  while (number.exponent > 0 && number.digits < kShortEnd && number.digits > -kShortEnd && number.digits != 0) {
    number.digits *= 10;
    --number.exponent;
  }
  if (number.digits == 0) return sqlite3_result_int64(context, 0);
  const bool is_int64 = number.digits <= INT64_MAX && number.digits >= INT64_MIN;
  if (number.exponent == 0 && is_int64) return sqlite3_result_int64(context, static_cast<int64_t>(number.digits));
  const bool is_short = number.digits < kShortEnd && number.digits > -kShortEnd;
  // One division of two doubles that are exact gives the nearest one.
  if (is_short && number.exponent < 0 && number.exponent >= -kMaxExponent)
    return sqlite3_result_double(context,
                                 static_cast<double>(static_cast<int64_t>(number.digits)) / kPowers[-number.exponent]);
  give(context, numbers, number.exact());
}

}  // namespace data
