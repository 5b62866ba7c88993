#include "quantity/number_format.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>

#include "base/text.h"
#include "base/utf8.h"

namespace quantity {
namespace {

using base::is_digit;

bool is_finite(const Value& value) {
  const auto* number = std::get_if<double>(&value);
  return !number || std::isfinite(*number);
}

// Rounds half up to `count` digits, and pads with zeros. A carry adds a digit: 9.99 to two digits is 10.0.
Scientific rounded(Scientific s, int count) {
  if (count < 0) return {"", s.exponent};
  const auto size = static_cast<size_t>(count);
  const bool up = size < s.digits.size() && s.digits[size] >= '5';
  s.digits.resize(size, '0');
  if (!up) return s;
  size_t nines = size;
  while (nines > 0 && s.digits[nines - 1] == '9') s.digits[--nines] = '0';
  if (nines > 0)
    ++s.digits[nines - 1];
  else {
    s.digits.insert(0, "1");
    ++s.exponent;
  }
  return s;
}

// Implements JavaScript's Number.prototype.toExponential(p - 1), with ties rounded up.
Scientific significant(const Scientific& s, int p) {
  Scientific result = rounded(s, p);
  result.digits.resize(p);
  return result;
}

// Formats a number with exactly `decimals` digits after the point.
std::string fixed(const Scientific& s, int decimals) {
  std::string text = rounded(s, s.exponent + 1 + decimals).digits;
  if (text.size() <= static_cast<size_t>(decimals)) text.insert(0, decimals + 1 - text.size(), '0');
  if (decimals > 0) text.insert(text.size() - decimals, ".");
  return text;
}

std::string without_exponent(const Scientific& s) {
  const int length = static_cast<int>(s.digits.size());
  if (s.exponent < 0) return "0." + std::string(-s.exponent - 1, '0') + s.digits;
  if (length > s.exponent + 1) return s.digits.substr(0, s.exponent + 1) + "." + s.digits.substr(s.exponent + 1);
  return s.digits + std::string(s.exponent + 1 - length, '0');
}

std::string with_exponent(const Scientific& s) {
  return fmt::format("{}{}{}e{:+}", s.digits.front(), s.digits.size() > 1 ? "." : "", s.digits.substr(1), s.exponent);
}

// Formats a number as JavaScript does: with an exponent if it is very small or has more than `limit` digits.
std::string readable(const Scientific& s, int limit = 21) {
  return s.exponent < -6 || s.exponent >= limit ? with_exponent(s) : without_exponent(s);
}

std::string with_si_prefix(Scientific s, int p, std::string& prefix) {
  Scientific shown = significant(s, p);
  const int step = std::clamp(static_cast<int>(std::floor(shown.exponent / 3.0)), -8, 8);
  prefix = si_prefix(step);
  shown.exponent -= step * 3;
  s.exponent -= step * 3;
  return shown.exponent >= 0 ? without_exponent(shown) : fixed(s, p - 1);  // the number is below one yocto
}

// Removes the zeros at the end of the fraction, and the point with them.
std::string trimmed(const std::string& text) {
  const size_t point = text.find('.');
  if (point == std::string::npos) return text;
  const size_t end = std::min(text.find_first_not_of("0123456789", point + 1), text.size());
  const size_t last = text.find_last_not_of('0', end - 1);
  return text.substr(0, last == point ? point : last + 1) + text.substr(end);
}

// Reads the digits of a width or precision; anything too large becomes `most`.
int take_number(std::string_view& text, int most) {
  int number = 0;
  while (!text.empty() && is_digit(text.front())) {
    number = std::min(most, number * 10 + (text.front() - '0'));
    text.remove_prefix(1);
  }
  return number;
}

bool take_one_of(std::string_view& text, std::string_view set, char& taken) {
  if (text.empty() || set.find(text.front()) == std::string_view::npos) return false;
  taken = text.front();
  text.remove_prefix(1);
  return true;
}

bool take(std::string_view& text, char c) {
  char ignored;
  return take_one_of(text, std::string_view(&c, 1), ignored);
}

std::string with_minus(const Value& value, const std::string& text) {
  const bool is_negative = to_text(value).starts_with('-') && text.find_first_of("123456789") != std::string::npos;
  return is_negative ? std::string(kMinusSign) + text : text;
}

}  // namespace

Scientific scientific(const Value& value) {
  const std::string text = to_text(value);
  Scientific s{"", -1};
  size_t at = text.starts_with('-');
  for (bool in_fraction = false; at < text.size() && text[at] != 'e'; ++at) {
    if (text[at] == '.') {
      in_fraction = true;
      continue;
    }
    s.exponent += !in_fraction;
    s.digits += text[at];
  }
  const size_t first = s.digits.find_first_not_of('0');
  if (first == std::string::npos) return {"0", 0};
  s.exponent -= static_cast<int>(first);
  s.digits = s.digits.substr(first, s.digits.find_last_not_of('0') + 1 - first);
  if (at < text.size()) s.exponent += std::stoi(text.substr(at + 1));
  return s;
}

std::optional<NumberFormat> NumberFormat::parse(std::string_view text, std::string* why) {
  const auto refuse = [&](std::string reason) {
    if (why) *why = std::move(reason);
    return std::nullopt;
  };
  NumberFormat format;
  std::string_view rest = text;

  take_one_of(rest, "+-(", format.sign_);
  format.has_symbol_ = take(rest, '$');
  format.comma_ = take(rest, ',');
  if (take(rest, '.')) {
    if (rest.empty() || !is_digit(rest.front())) return refuse("expected a number of digits after \".\": \".2f\"");
    format.precision_ = take_number(rest, 1000);
  }
  format.trim_ = take(rest, '~');
  take_one_of(rest, "efgrsp%dn", format.type_);
  if (!rest.empty()) {
    const size_t length = base::code_point_start(rest, std::min<size_t>(rest.size(), 24));
    return refuse(
        fmt::format("\"{}\" is not valid here in a number format; it is [sign][$][,][.precision][~][type], with a sign "
                    "of + - ( and a type of e f g r s p % d n",
                    rest.substr(0, length)));
  }

  if (format.type_ == 'n') format.comma_ = true;
  if (format.type_ == 0) format.trim_ = true;
  return format;
}

std::optional<NumberFormat> NumberFormat::parse_for(std::string_view unit, std::string_view text, std::string* why) {
  const std::optional<NumberFormat> format = parse(text, why);
  if (!format || unit.empty()) return format;
  const auto refuse = [&](std::string reason) {
    if (why) *why = std::move(reason);
    return std::nullopt;
  };
  if (format->is_percent() && unit != "1")
    return refuse(fmt::format("\"{}\" multiplies by 100 and writes %, and these numbers are in {}", text, unit));
  if (format->has_symbol() && unit != "1" && !unit.starts_with("USD"))
    return refuse(fmt::format("\"{}\" writes $ for US dollars, and these numbers are in {}", text, unit));
  return format;
}

NumberFormat NumberFormat::with(int precision, char type, bool trims) const {
  NumberFormat other = *this;
  other.precision_ = std::max(0, precision);
  other.type_ = type;
  other.trim_ = trims || type == 0;
  return other;
}

int NumberFormat::effective_precision() const {
  const bool significant_digits = type_ == 0 || std::string_view("gnprs").find(type_) != std::string_view::npos;
  const int stated = precision_.value_or(type_ == 0 ? 12 : 6);
  return significant_digits ? std::clamp(stated, 1, 21) : std::clamp(stated, 0, 20);
}

std::string NumberFormat::digits_of(Scientific magnitude, std::string& prefix) const {
  if (is_percent() && !magnitude.is_zero()) magnitude.exponent += 2;
  switch (type_) {
    case '%':
    case 'f':
      return fixed(magnitude, effective_precision());
    case 'd':
      return fixed(magnitude, 0);
    case 'e':
      return with_exponent(significant(magnitude, effective_precision() + 1));
    case 'p':
    case 'r':
      return without_exponent(significant(magnitude, effective_precision()));
    case 's':
      return with_si_prefix(magnitude, effective_precision(), prefix);
    default:
      return readable(significant(magnitude, effective_precision()), effective_precision());
  }
}

std::string NumberFormat::operator()(const Value& value, const Locale& locale) const {
  std::string prefix, suffix, digits = "NaN", thousands;
  if (has_symbol_)
    std::tie(prefix, suffix) = around(locale.money, "$");
  else if (is_percent())
    std::tie(prefix, suffix) = around(locale.percent, "%");
  const std::string text = to_text(value);
  bool negative = text.starts_with('-') && !text.ends_with("nan");
  if (is_finite(value))
    digits = digits_of(scientific(value), thousands);
  else if (!text.ends_with("nan"))
    digits = "Infinity";
  if (trim_) digits = trimmed(digits);
  const std::string_view before_exponent = std::string_view(digits).substr(0, digits.find('e'));
  const bool is_zero = before_exponent.find_first_not_of("0.") == std::string_view::npos;
  if (is_zero && sign_ != '+') negative = false;

  if (negative)
    prefix.insert(0, sign_ == '(' ? "(" : kMinusSign);
  else if (sign_ == '+')
    prefix.insert(0, 1, sign_);
  suffix = thousands + suffix + (negative && sign_ == '(' ? ")" : "");
  const size_t end = std::min(digits.find_first_not_of("0123456789"), digits.size());
  suffix.insert(0, write_number(digits.substr(end), locale, false));
  digits.resize(end);
  return prefix + (comma_ ? group_digits(digits, locale) : digits) + suffix;
}

std::string_view si_prefix(int power) {
  static constexpr std::string_view kPrefixes[] = {"y", "z", "a", "f", "p", "n", "µ", "m", "",
                                                   "k", "M", "G", "T", "P", "E", "Z", "Y"};
  return kPrefixes[8 + power];
}

std::string plain_number(const Value& value, const Locale& locale) {
  if (!is_finite(value)) return std::isnan(to_double(value)) ? "NaN" : to_double(value) < 0 ? "−∞" : "∞";
  const std::string text = readable(scientific(value));
  return with_minus(value, write_number(text, locale));
}

std::string fixed_number(const Value& value, int decimals, const Locale& locale) {
  return with_minus(value, write_number(fixed(scientific(value), decimals), locale));
}

}  // namespace quantity
