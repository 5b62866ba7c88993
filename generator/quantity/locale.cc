#include "quantity/locale.h"

#include <algorithm>
#include <map>
#include <optional>

#include "base/text.h"
#include "base/utf8.h"
#include "quantity/decimal.h"

namespace quantity {
namespace {

// The columns of cldr.tsv. An empty cell is that of the locale's language.
void read_columns(const std::vector<std::string_view>& cells, Locale& locale) {
  size_t column = 0;
  const auto text = [&](std::string& to) {
    if (const std::string_view cell = cells.at(++column); !cell.empty()) to = cell;
  };
  const auto number = [&](size_t& to) { to = base::parse_number<size_t>(cells.at(++column)).value_or(to); };
  const auto names = [&](std::vector<std::string_view>& to) {
    if (const std::string_view cell = cells.at(++column); !cell.empty()) to = base::split(cell, '|');
  };
  text(locale.decimal);
  text(locale.group);
  number(locale.group_size);
  number(locale.least_before);
  for (std::string* const each : {&locale.percent, &locale.money, &locale.yes, &locale.no}) text(*each);
  for (auto* const each :
       {&locale.months, &locale.months_alone, &locale.short_months, &locale.days, &locale.short_days})
    names(*each);
  for (std::string* const each : {&locale.day_format, &locale.date_format, &locale.month_format, &locale.hour_format})
    text(*each);
}

using Locales = std::map<std::string, Locale, std::less<>>;

const Locale* find_in(const Locales& all, std::string_view lower) {
  const auto find = [&](std::string_view name) {
    const auto found = all.find(name);
    return found == all.end() ? nullptr : &found->second;
  };
  const std::vector<std::string_view> parts = base::split(lower, '-');
  if (const Locale* whole = find(lower)) return whole;
  if (parts.size() > 2)
    if (const Locale* region = find(std::string(parts[0]) + "-" + std::string(parts[2]))) return region;
  while (lower.find('-') != std::string_view::npos) {
    lower = lower.substr(0, lower.rfind('-'));
    if (const Locale* shorter = find(lower)) return shorter;
  }
  return nullptr;
}

Locales read_locales(std::string_view file) {
  Locales all;
  size_t line_number = 0;
  for (const std::string_view line : base::split(file, '\n')) {
    if (++line_number < 3 || line.empty()) continue;  // the source, and the names of the columns
    const std::vector<std::string_view> cells = base::split(line, '\t');
    const std::string name = base::lower_case(cells[0]);
    const Locale* other = find_in(all, name);
    Locale locale = other ? *other : Locale();
    read_columns(cells, locale);
    all.emplace(name, std::move(locale));
  }
  return all;
}

}  // namespace

const Locale* find_locale(std::string_view tag) {
  static const Locales kAll = read_locales(locale_files().front().second);
  return find_in(kAll, base::lower_case(tag));
}

const Locale& english() {
  static const Locale& kEnglish = *find_locale("en");
  return kEnglish;
}

std::string group_digits(std::string_view digits, const Locale& locale, size_t width) {
  if (locale.least_before > 1 && digits.size() < locale.least_before + 3) return std::string(digits);
  std::string out;
  size_t left = digits.size(), length = 0, size = 3;
  while (left > 0 && length <= width) {
    if (length + size + 1 > width) size = width > length + 1 ? width - length : 1;
    const size_t count = std::min(size, left);
    out.insert(0, std::string(digits.substr(left - count, count)) + (out.empty() ? "" : locale.group));
    left -= count;
    length += size + 1;
    size = locale.group_size;
  }
  return out;
}

std::string write_number(std::string_view decimal, const Locale& locale, bool is_grouped) {
  size_t begin = 0;
  if (decimal.starts_with('-')) begin = 1;
  if (decimal.starts_with(kMinusSign)) begin = kMinusSign.size();
  const size_t end = std::min(decimal.find_first_not_of("0123456789", begin), decimal.size());
  const std::string_view whole = decimal.substr(begin, end - begin), rest = decimal.substr(end);
  return std::string(decimal.substr(0, begin)) + (is_grouped ? group_digits(whole, locale) : std::string(whole)) +
         (rest.starts_with('.') ? locale.decimal + std::string(rest.substr(1)) : std::string(rest));
}

std::pair<std::string, std::string> around(const std::string& pattern, std::string_view sign) {
  const std::string with_sign = base::replace_all(pattern, "¤", sign);
  const size_t number = pattern.find('0') == 0 ? 0 : with_sign.size() - 1;
  return {with_sign.substr(0, number), with_sign.substr(number + 1)};
}

}  // namespace quantity
