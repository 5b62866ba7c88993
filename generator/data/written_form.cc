// Reads numbers and dates in the form that a field declares (data/descriptor.h).
#include "data/descriptor.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <iterator>

#include "base/text.h"

namespace data {
namespace {

bool is_digit_or_sign(char c) { return base::is_digit(c) || c == '+' || c == '-'; }

}  // namespace

bool WrittenForm::is_nested() const {
  return type == "any" || type == "list" || type == "object" || type == "array" || type == "geojson" ||
         (type == "geopoint" && !format.empty());
}

bool is_date_pattern(std::string_view format) { return format.find('%') != std::string_view::npos; }

std::optional<SplitNumber> split_number(std::string_view text) {
  const auto first = std::ranges::find_if(text, is_digit_or_sign);
  const auto last = std::find_if(text.rbegin(), text.rend(), base::is_digit).base();
  if (last <= first) return std::nullopt;
  return SplitNumber{base::trim({text.begin(), first}), {first, last}, base::trim({last, text.end()})};
}

std::optional<std::string> plain_number(std::string_view text, const WrittenForm& form) {
  text = base::trim(text);
  if (!form.is_bare) {
    const auto split = split_number(text);
    if (!split) return std::nullopt;
    // What would change the number: a sign, a bound, a scale.
    for (const std::string_view mark : {"−", "–", "minus", "(", "<", ">", "≤", "≥", "±", "~", "≈"})
      if (split->before.find(mark) != std::string_view::npos) return std::nullopt;
    const std::string_view word = split->after.substr(0, split->after.find(' '));
    constexpr std::string_view kScales =
        "k K M B G T bn mn tn hundred thousand million billion trillion dozen lakh crore Mio. Mrd. Tsd.";
    if (!word.empty() && base::has_word(kScales, word)) return std::nullopt;
    text = split->number;
  }
  std::string number(text);
  // Marks of groups are only before the decimal mark.
  const size_t point = form.decimal.empty() ? std::string::npos : number.find(form.decimal);
  std::string whole = number.substr(0, point);
  if (!form.group.empty()) {
    // Groups have three digits, or two before the last one: "1,5" is none.
    for (size_t at = whole.find(form.group); at != std::string::npos;) {
      const size_t begin = at + form.group.size();
      at = whole.find(form.group, begin);
      const size_t digits = std::min(at, whole.size()) - begin;
      if (digits != 3 && (at == std::string::npos || digits != 2)) return std::nullopt;
    }
    whole = base::replace_all(whole, form.group, "");
  }
  if (form.decimal != "." && whole.find('.') != std::string::npos) return std::nullopt;
  if (point == std::string::npos) return whole;
  const std::string fraction = number.substr(point + form.decimal.size());
  if (fraction.find(form.decimal) != std::string::npos) return std::nullopt;
  return whole + "." + fraction;
}

std::optional<std::string> iso_text(std::string_view text, const std::string& pattern, bool has_date, bool has_time) {
  constexpr int kFirstFullYear = 1000;
  const std::string owned(text);
  const char* at = owned.c_str();
  std::tm parts{};
  parts.tm_mday = 1;
  std::string fraction;
  for (size_t begin = 0; begin < pattern.size();) {
    const size_t end = std::min(pattern.find("%f", begin), pattern.size());
    at = strptime(at, pattern.substr(begin, end - begin).c_str(), &parts);
    if (!at) return std::nullopt;
    begin = end + 2;
    if (end == pattern.size()) break;
    while (base::is_digit(*at)) fraction += *at++;
    if (fraction.empty()) return std::nullopt;
  }
  const int year = parts.tm_year + 1900;
  if (at != owned.c_str() + owned.size() || (has_date && year < kFirstFullYear)) return std::nullopt;
  std::string out;
  if (has_date) out = fmt::format("{:04}-{:02}-{:02}", year, parts.tm_mon + 1, parts.tm_mday);
  if (!has_time) return out;
  out += fmt::format("{}{:02}:{:02}:{:02}", has_date ? "T" : "", parts.tm_hour, parts.tm_min, parts.tm_sec);
  if (!fraction.empty()) out += "." + fraction;
  if (pattern.find("%z") != std::string::npos) {
    const long minutes = parts.tm_gmtoff / 60;
    out += fmt::format("{}{:02}:{:02}", minutes < 0 ? '-' : '+', std::abs(minutes) / 60, std::abs(minutes) % 60);
  } else if (pattern.ends_with('Z')) {
    out += 'Z';
  }
  return out;
}

}  // namespace data
