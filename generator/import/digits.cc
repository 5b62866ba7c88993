#include "import/digits.h"

#include <algorithm>
#include <charconv>

#include "base/text.h"

namespace import {

std::optional<long> count_of_text(std::string_view text) {
  auto number = quantity::Exact::parse(base::trim(text));
  if (!number || number->sign() <= 0) return std::nullopt;
  std::string digits = number->to_fraction();
  long value = 0;
  auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
  return value;
}

std::optional<long> product_of(long a, long b) {
  long product = 0;
  if (__builtin_mul_overflow(a, b, &product)) return std::nullopt;
  return product;
}

std::string digits_of(std::string_view text) {
  text = base::trim(text);
  return quantity::Exact::parse(text) ? std::string(text) : "";
}

std::string computed_digits(const quantity::Exact& number, std::string_view published) {
  constexpr int kMaxDigits = 300;  // the reader of data takes up to 400
  constexpr long kDigitsOfFraction = 15;
  if (std::optional<std::string> all = number.to_decimal(kMaxDigits)) return *all;
  published.remove_prefix(std::min(published.find_first_of("123456789"), published.size()));
  const long digits =
      std::max<long>(kDigitsOfFraction, std::count_if(published.begin(), published.end(), base::is_digit));
  return rounded_digits(number, static_cast<int>(std::max<long>(0, digits - 1 - number.magnitude())));
}

std::string rounded_digits(const quantity::Exact& number, int digits) {
  std::string text = number.round_half_up(digits);
  if (text.find('.') == std::string::npos) return text;
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text;
}

}  // namespace import
