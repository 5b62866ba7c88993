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
  for (std::string* const each :
       {&locale.percent, &locale.money, &locale.yes, &locale.no, &locale.plurals, &locale.name})
    text(*each);
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
    locale.keeps_iso_dates = name == "en" || (locale.keeps_iso_dates && locale.date_format == other->date_format);
    all.emplace(name, std::move(locale));
  }
  return all;
}

// Returns a number of two digits without a zero before it.
std::string_view unpadded(std::string_view number) { return number.substr(number.starts_with('0') ? 1 : 0); }

// Whether a relation holds for a count: "n%100!=12..14,20".
bool holds(std::string_view relation, uint64_t count) {
  const auto number = [](std::string_view text) { return base::parse_number<uint64_t>(text).value_or(0); };
  const size_t sign = relation.find_first_of("!=");
  if (relation[1] == '%') count %= number(relation.substr(2, sign - 2));
  const bool is_in = std::ranges::any_of(base::split(relation.substr(relation.find('=') + 1), ','), [&](auto range) {
    const size_t dots = range.find("..");
    return count >= number(range.substr(0, dots)) &&
           count <= number(dots == std::string_view::npos ? range : range.substr(dots + 2));
  });
  return is_in == (relation[sign] == '=');
}

}  // namespace

std::string_view plural_form(uint64_t count, const Locale& locale) {
  const auto all_hold = [&](std::string_view option) {
    return std::ranges::all_of(base::split(option, '&'), [&](auto relation) { return holds(relation, count); });
  };
  if (!locale.plurals.empty())
    for (const std::string_view rule : base::split(locale.plurals, ';')) {
      const size_t colon = rule.find(':');
      if (std::ranges::any_of(base::split(rule.substr(colon + 1), '|'), all_hold)) return rule.substr(0, colon);
    }
  return "other";
}

PluralForms plural_forms(const Locale& locale) {
  PluralForms forms;
  for (uint64_t count = 0; count < 1000; ++count)
    if (const auto [form, is_new] = forms.try_emplace(plural_form(count, locale), count); !is_new) form->second.reset();
  return forms;
}

const Locale* find_locale(std::string_view tag) {
  static const Locales kAll = read_locales(locale_files().front().second);
  return find_in(kAll, base::lower_case(tag));
}

const Locale& english() {
  static const Locale& kEnglish = *find_locale("en");
  return kEnglish;
}

std::string group_digits(std::string_view digits, const Locale& locale) {
  if (locale.least_before > 1 && digits.size() < locale.least_before + 3) return std::string(digits);
  std::string out;
  size_t size = 3;
  for (size_t left = digits.size(); left > 0; size = locale.group_size) {
    const size_t count = std::min(size, left);
    out.insert(0, std::string(digits.substr(left - count, count)) + (out.empty() ? "" : locale.group));
    left -= count;
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

std::string write_date(std::string_view date, const Locale& locale) {
  const std::vector<std::string_view> parts = base::split(date, '-');
  const auto number = [](std::string_view text) { return base::parse_number<size_t>(text).value_or(0); };
  if (locale.keeps_iso_dates || parts.size() < 2 || parts.size() > 3 || parts[0].size() != 4) return std::string(date);
  const size_t month = number(parts[1]), day = parts.size() == 3 ? number(parts[2]) : 0;
  if (month < 1 || month > 12 || number(parts[0]) == 0 || (parts.size() == 3 && (day < 1 || day > 31)))
    return std::string(date);
  std::string text = day > 0 ? locale.date_format : locale.month_format;
  for (const auto& [directive, value] : {std::pair<std::string_view, std::string_view>("%Y", parts[0]),
                                         {"%b", locale.short_months[month - 1]},
                                         {"%B", (day > 0 ? locale.months : locale.months_alone)[month - 1]},
                                         {"%m", parts[1]},
                                         {"%-m", unpadded(parts[1])},
                                         {"%d", day > 0 ? parts[2] : ""},
                                         {"%-d", day > 0 ? unpadded(parts[2]) : ""}})
    text = base::replace_all(text, directive, value);
  return text;
}

std::pair<std::string, std::string> around(const std::string& pattern, std::string_view sign) {
  const std::string with_sign = base::replace_all(pattern, "¤", sign);
  const size_t number = pattern.starts_with('0') ? 0 : with_sign.size() - 1;
  return {with_sign.substr(0, number), with_sign.substr(number + 1)};
}

}  // namespace quantity
