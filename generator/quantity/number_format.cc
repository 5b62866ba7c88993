#include "quantity/number_format.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/text.h"
#include "base/utf8.h"
#include "quantity/decimal.h"

namespace quantity {
namespace {

constexpr std::string_view kTypes = "efgrsp%bodxXcn";
constexpr int kWidestWidth = 200;

using base::is_digit;

// What doubles and exact numbers are asked alike.
bool is_infinite(double value) { return std::isinf(value); }
bool is_infinite(const Exact&) { return false; }
bool is_nan(double value) { return std::isnan(value); }
bool is_nan(const Exact&) { return false; }
bool is_negative(double value) { return std::signbit(value); }
bool is_negative(const Exact& value) { return value.sign() < 0; }
double magnitude_of(double value) { return std::abs(value); }
Exact magnitude_of(const Exact& value) { return value.abs(); }

// Significant digits and the exponent of the first: 0.00123 is {"123", -3}.
struct Scientific {
  std::string digits;
  int exponent = 0;
};

// JavaScript's Number.prototype.toExponential(p - 1): exact, ties up. REQUIRES: >= 0
Scientific significant(const Exact& exact, int p) {
  if (exact.sign() == 0) return {std::string(p, '0'), 0};
  int exponent = exact.magnitude();
  std::string digits = (exact * Exact::power_of_ten(p - 1 - exponent)).round_half_up(0);
  if (digits.size() > static_cast<size_t>(p)) {  // 9.99 became 10.0
    digits.pop_back();
    ++exponent;
  }
  return {digits, exponent};
}
Scientific significant(double value, int p) { return significant(Exact::from_binary(value), p); }

// All digits of a finite decimal. REQUIRES: >= 0
Scientific shortest(const Exact& exact) {
  if (exact.sign() == 0) return {"0", 0};
  std::string digits = base::replace_all(exact.to_decimal(kMostDecimalDigits).value(), ".", "");
  digits.erase(0, digits.find_first_not_of('0'));
  digits.erase(digits.find_last_not_of('0') + 1);
  return {digits, exact.magnitude()};
}

// The fewest digits that read back as the same double. REQUIRES: finite, >= 0
Scientific shortest(double value) {
  char buffer[40];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::scientific).ptr;
  const std::string_view written(buffer, end - buffer);
  const size_t e = written.find('e');
  Scientific result;
  for (char c : written.substr(0, e))
    if (is_digit(c)) result.digits += c;
  std::string_view exponent = written.substr(e + 1);
  if (exponent.starts_with('+')) exponent.remove_prefix(1);
  std::from_chars(exponent.data(), exponent.data() + exponent.size(), result.exponent);
  return result;
}

std::string without_exponent(const Scientific& s) {
  const int length = static_cast<int>(s.digits.size());
  if (s.exponent < 0) return "0." + std::string(-s.exponent - 1, '0') + s.digits;
  if (length > s.exponent + 1) return s.digits.substr(0, s.exponent + 1) + "." + s.digits.substr(s.exponent + 1);
  return s.digits + std::string(s.exponent + 1 - length, '0');
}

std::string with_exponent(const Scientific& s) {
  std::string text = s.digits.substr(0, 1);
  if (s.digits.size() > 1) text += "." + s.digits.substr(1);
  return text + fmt::format("e{:+}", s.exponent);
}

// JavaScript's String(x): the shortest digits, with an exponent from 1e21 up and below 1e-6.
template <class Number>
std::string javascript_text(const Number& value) {
  if (is_infinite(value)) return "Infinity";
  const Scientific s = shortest(value);
  return s.exponent < -6 || s.exponent >= 21 ? with_exponent(s) : without_exponent(s);
}

std::string fixed(double value, int p) {
  if (value >= 1e21) return javascript_text(value);
  return Exact::from_binary(value).round_half_up(p);
}
std::string fixed(const Exact& value, int p) { return value.round_half_up(p); }

template <class Number>
std::string precise(const Number& value, int p) {
  if (is_infinite(value)) return "Infinity";
  const Scientific s = significant(value, p);
  return s.exponent < -6 || s.exponent >= p ? with_exponent(s) : without_exponent(s);
}

// Math.round: ties up, and no step through value + 0.5, which is not exact.
std::string whole(const Exact& value) { return value.round_half_up(0); }
double javascript_round(double value) {
  const double floor = std::floor(value);
  return value - floor >= 0.5 ? floor + 1 : floor;
}
std::string whole(double value) {
  return std::isinf(value) ? "∞" : without_exponent(shortest(javascript_round(value)));
}

// Number.prototype.toString(radix) of the nearest integer, for radixes that are powers of two: every step is exact.
constexpr std::string_view kBaseDigits = "0123456789abcdef", kUpperBaseDigits = "0123456789ABCDEF";
std::string in_base(double value, int base, bool upper) {
  if (std::isinf(value)) return upper ? "INFINITY" : "Infinity";
  value = javascript_round(value);
  std::string digits;
  do {
    const double rest = std::fmod(value, base);
    digits += (upper ? kUpperBaseDigits : kBaseDigits)[static_cast<size_t>(rest)];
    value = (value - rest) / base;
  } while (value > 0);
  std::reverse(digits.begin(), digits.end());
  return digits;
}
std::string in_base(const Exact& value, int base, bool upper) {
  std::string decimal = whole(value), digits;
  do {  // long division by the base
    int rest = 0;
    for (char& digit : decimal) {
      const int part = rest * 10 + (digit - '0');
      digit = static_cast<char>('0' + part / base);
      rest = part % base;
    }
    digits += (upper ? kUpperBaseDigits : kBaseDigits)[static_cast<size_t>(rest)];
    decimal.erase(0, decimal.find_first_not_of('0'));
  } while (!decimal.empty());
  std::reverse(digits.begin(), digits.end());
  return digits;
}

template <class Number>
std::string with_si_prefix(const Number& value, int p, std::string& prefix) {
  static constexpr std::string_view kPrefixes[] = {"y", "z", "a", "f", "p", "n", "µ", "m", "",
                                                   "k", "M", "G", "T", "P", "E", "Z", "Y"};
  if (is_infinite(value)) return "Infinity";
  const Scientific s = significant(value, p);
  const int step = std::clamp(static_cast<int>(std::floor(s.exponent / 3.0)), -8, 8);
  prefix = kPrefixes[8 + step];
  const int before_point = s.exponent - step * 3 + 1;
  const int length = static_cast<int>(s.digits.size());
  if (before_point >= length) return s.digits + std::string(before_point - length, '0');
  if (before_point > 0) return s.digits.substr(0, before_point) + "." + s.digits.substr(before_point);
  // Less than one yocto.
  const int left = std::max(0, p + before_point - 1);
  return "0." + std::string(-before_point, '0') + (left == 0 ? shortest(value) : significant(value, left)).digits;
}

// Takes away the zeros at the end of the fraction, and the point with them.
std::string trimmed(const std::string& text) {
  const size_t point = text.find('.');
  if (point == std::string::npos) return text;
  size_t end = point + 1;
  while (end < text.size() && is_digit(text[end])) ++end;
  size_t keep = end;
  while (text[keep - 1] == '0') --keep;
  if (keep == point + 1) --keep;
  return text.substr(0, keep) + text.substr(end);
}

// Groups by three until `width` characters are filled.
std::string grouped(std::string_view digits, size_t width) {
  std::vector<std::string_view> groups;
  size_t left = digits.size(), length = 0, size = 3;
  while (left > 0) {
    if (length + size + 1 > width) size = width > length + 1 ? width - length : 1;
    const size_t take = std::min(size, left);
    groups.push_back(digits.substr(left - take, take));
    left -= take;
    length += size + 1;
    if (length > width) break;
  }
  std::string out;
  for (auto group = groups.rbegin(); group != groups.rend(); ++group) {
    if (!out.empty()) out += ',';
    out += *group;
  }
  return out;
}

std::string repeated(std::string_view text, size_t times) {
  std::string out;
  for (size_t i = 0; i < times; ++i) out += text;
  return out;
}

// Digits of a width or precision; anything too great becomes `most`.
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

constexpr std::string_view kAligns = "<>=^";

}  // namespace

std::optional<NumberFormat> NumberFormat::parse(std::string_view text, std::string* why) {
  const auto refuse = [&](std::string reason) {
    if (why) *why = std::move(reason);
    return std::nullopt;
  };
  NumberFormat format;
  std::string_view rest = text;

  if (!rest.empty()) {  // an align character in the second place makes the first the fill
    std::string_view after_first = rest;
    const char32_t first = base::take_code_point(after_first);
    if (!after_first.empty() && kAligns.find(after_first.front()) != std::string_view::npos && first != U'\n' &&
        first != U'\r' && first <= 0xFFFF && first != 0xFFFD) {
      format.fill_ = std::string(rest.substr(0, rest.size() - after_first.size()));
      rest = after_first;
    }
  }
  take_one_of(rest, kAligns, format.align_);
  take_one_of(rest, "+-( ", format.sign_);
  take_one_of(rest, "$#", format.symbol_);
  format.zero_ = take(rest, '0');
  if (!rest.empty() && is_digit(rest.front())) {
    format.width_ = take_number(rest, kWidestWidth + 1);
    if (format.width_ > kWidestWidth) return refuse(fmt::format("a width is at most {}", kWidestWidth));
  }
  format.comma_ = take(rest, ',');
  std::optional<int> precision;
  if (take(rest, '.')) {
    if (rest.empty() || !is_digit(rest.front())) return refuse("after \".\" stands a number of digits: \".2f\"");
    precision = take_number(rest, 1000);
  }
  format.trim_ = take(rest, '~');
  char type = 0;
  if (take_one_of(rest, kTypes, type)) format.type_ = type;
  if (!rest.empty()) {
    const size_t length = base::code_point_start(rest, std::min<size_t>(rest.size(), 24));
    return refuse(
        fmt::format("\"{}\" is no part of a number format here; it is [[fill]align][sign][symbol][0][width]"
                    "[,][.precision][~][type], with a type of e f g r s p % b o d x X c n",
                    rest.substr(0, length)));
  }

  if (type == 'n') {
    format.comma_ = true;
    format.type_ = 'g';
  } else if (type == 0) {
    if (!precision) precision = 12;
    format.trim_ = true;
    format.type_ = 'g';
  }
  if (format.zero_ || (format.fill_ == "0" && format.align_ == '=')) {
    format.zero_ = true;
    format.fill_ = "0";
    format.align_ = '=';
  }
  const bool significant_digits = std::string_view("gprs").find(format.type_) != std::string_view::npos;
  if (precision) format.precision_ = significant_digits ? std::clamp(*precision, 1, 21) : std::clamp(*precision, 0, 20);
  return format;
}

template <class Number>
std::string NumberFormat::digits_of(Number magnitude, std::string& si_prefix) const {
  switch (type_) {
    case '%':
      return fixed(magnitude * Number(100), precision_);
    case 'b':
      return in_base(magnitude, 2, false);
    case 'o':
      return in_base(magnitude, 8, false);
    case 'x':
      return in_base(magnitude, 16, false);
    case 'X':
      return in_base(magnitude, 16, true);
    case 'd':
      return whole(magnitude);
    case 'e':
      return is_infinite(magnitude) ? "Infinity" : with_exponent(significant(magnitude, precision_ + 1));
    case 'f':
      return fixed(magnitude, precision_);
    case 'p':
      magnitude = magnitude * Number(100);
      [[fallthrough]];
    case 'r':
      return is_infinite(magnitude) ? "Infinity" : without_exponent(significant(magnitude, precision_));
    case 's':
      return with_si_prefix(magnitude, precision_, si_prefix);
    default:
      return precise(magnitude, precision_);
  }
}

std::string NumberFormat::operator()(double value) const { return format(value); }
std::string NumberFormat::operator()(const Exact& value) const { return format(value); }
std::string NumberFormat::operator()(const Value& value) const {
  const std::optional<Exact> exact = Exact::from(value);
  return exact ? format(*exact) : format(to_double(value));
}

template <class Number>
std::string NumberFormat::format(const Number& value) const {
  const bool based = type_ == 'b' || type_ == 'o' || type_ == 'x' || type_ == 'X';
  std::string prefix = symbol_ == '$'            ? "$"
                       : symbol_ == '#' && based ? fmt::format("0{}", type_ == 'X' ? 'x' : type_)
                                                 : "";
  std::string suffix = is_percent() ? "%" : "";
  if (symbol_ == '$' && is_percent()) suffix.clear();
  std::string digits;

  if (type_ == 'c') {
    suffix = is_nan(value) ? "NaN" : (value < 0 ? "-" : "") + javascript_text(magnitude_of(value));
  } else {
    std::string si_prefix;
    bool negative = is_negative(value) && !is_nan(value);
    digits = is_nan(value) ? "NaN" : digits_of(magnitude_of(value), si_prefix);
    if (trim_) digits = trimmed(digits);
    const std::string_view before_exponent =
        std::string_view(digits).substr(0, based ? digits.size() : digits.find('e'));
    const bool is_zero = before_exponent.find_first_not_of("0.") == std::string_view::npos;
    if (is_zero && sign_ != '+') negative = false;

    if (negative) {
      prefix.insert(0, sign_ == '(' ? "(" : kMinusSign);
    } else if (sign_ == '+' || sign_ == ' ') {
      prefix.insert(0, 1, sign_);
    }
    suffix = si_prefix + suffix + (negative && sign_ == '(' ? ")" : "");
    if (!based) {  // only the digits before the point are grouped
      const size_t end = std::find_if_not(digits.begin(), digits.end(), is_digit) - digits.begin();
      suffix.insert(0, digits.substr(end));
      digits.resize(end);
    }
  }

  constexpr size_t kNoLimit = std::string::npos / 2;
  if (comma_ && !zero_) digits = grouped(digits, kNoLimit);
  const size_t length = base::count_code_points(prefix) + digits.size() + base::count_code_points(suffix);
  const size_t width = width_;
  const size_t missing = length < width ? width - length : 0;
  std::string padding = repeated(fill_, missing);
  if (comma_ && zero_) {
    const size_t suffix_length = base::count_code_points(suffix);
    digits = grouped(padding + digits, missing > 0 ? width - suffix_length : kNoLimit);
    padding.clear();
  }
  switch (align_) {
    case '<':
      return prefix + digits + suffix + padding;
    case '=':
      return prefix + padding + digits + suffix;
    case '^': {
      const size_t left = (padding.empty() ? 0 : missing) / 2 * fill_.size();
      return padding.substr(0, left) + prefix + digits + suffix + padding.substr(left);
    }
    default:
      return padding + prefix + digits + suffix;
  }
}

std::string group_thousands(std::string_view decimal) {
  size_t begin = 0;
  if (decimal.starts_with('-')) begin = 1;
  if (decimal.starts_with(kMinusSign)) begin = kMinusSign.size();
  size_t end = begin;
  while (end < decimal.size() && is_digit(decimal[end])) ++end;
  return std::string(decimal.substr(0, begin)) + grouped(decimal.substr(begin, end - begin), std::string::npos / 2) +
         std::string(decimal.substr(end));
}

namespace {

std::string plain_digits(const Scientific& s) {
  return s.exponent < -6 || s.exponent >= 21 ? with_exponent(s) : group_thousands(without_exponent(s));
}

}  // namespace

std::string plain_number(double value) {
  if (std::isnan(value)) return "NaN";
  const std::string text = std::isinf(value) ? "∞" : plain_digits(shortest(std::abs(value)));
  return value < 0 ? std::string(kMinusSign) + text : text;
}

std::string plain_number(const Exact& value) {
  const std::string text = plain_digits(shortest(value.abs()));
  return value.sign() < 0 ? std::string(kMinusSign) + text : text;
}

bool is_beyond_double(const Value& value) {
  constexpr int64_t kLast = int64_t{1} << 53;
  const auto* whole = std::get_if<int64_t>(&value);
  return std::holds_alternative<Decimal>(value) || (whole && (*whole > kLast || *whole < -kLast));
}

}  // namespace quantity
