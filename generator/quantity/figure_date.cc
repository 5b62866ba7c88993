// Reads a date in a sentence (quantity/figure_text.h).
#include "base/text.h"
#include "base/utf8.h"
#include "quantity/figure_parts.h"

namespace quantity {
namespace {

constexpr size_t kYearDigits = 4;

// The parts of a date; 0 for one that is missing.
struct DateParts {
  int year = 0, month = 0, day = 0;
};

// Reads "2026-01-31", "2026-01" or "2026".
std::optional<DateParts> iso_date(std::string_view text) {
  DateParts date;
  int* const parts[] = {&date.year, &date.month, &date.day};
  size_t count = 0;
  for (const std::string_view part : base::split(text, '-')) {
    const auto number = base::parse_number<int>(part);
    if (!number || count == std::size(parts)) return std::nullopt;
    *parts[count++] = *number;
  }
  return date;
}

// Reads a date of three numbers in the order of the locale: "1.2.2025", "2025/2/1". English has two orders, so none.
std::optional<DateParts> date_in_numbers(std::string_view text, const Locale& locale) {
  const std::vector<std::string_view> parts = base::split(text, text.find('/') == std::string_view::npos ? '.' : '/');
  const bool has_year_first = locale.date_format.starts_with("%Y");
  const bool has_order =
      has_year_first || locale.date_format.starts_with("%-d") || locale.date_format.starts_with("%d");
  if (locale.keeps_iso_dates || !has_order || parts.size() != 3) return std::nullopt;
  const auto year = base::parse_number<int>(base::trim(parts[has_year_first ? 0 : 2]));
  const auto month = base::parse_number<int>(base::trim(parts[1]));
  const auto day = base::parse_number<int>(base::trim(parts[has_year_first ? 2 : 0]));
  if (!year || !month || !day) return std::nullopt;
  return DateParts{*year, *month, *day};
}

// Reads the parts of a date in any order: "31 January 2026", "January 31st, 2026".
std::optional<DateParts> spoken_date(std::string_view text, const Units& units) {
  DateParts date;
  for (size_t at = 0; (at = skip_spaces(text, at)) < text.size();) {
    size_t end = at;
    // Months of some languages begin with a digit: "1月".
    const int month = month_at(text, at, units, end);
    while (month == 0 && end < text.size() && base::is_digit(text[end])) ++end;
    if (month > 0 && date.month == 0) {
      date.month = month;
    } else if (end > at && month == 0) {
      int& part = end - at == kYearDigits ? date.year : date.day;
      const auto number = base::parse_number<int>(text.substr(at, end - at));
      if (!number || part != 0) return std::nullopt;
      part = *number;
    } else if (text[at] == ',' || text[at] == '.') {
      end = at + 1;
    } else if (!phrase_at(text, at, units.language().date_parts, end)) {
      return std::nullopt;
    }
    at = end;
  }
  return date;
}

}  // namespace

namespace {

Phrases months_of(const Units& units) {
  Phrases months = units.language().months;
  const Locale& locale = units.locale();
  for (const auto* names : {&locale.months, &locale.months_alone, &locale.short_months})
    for (size_t i = 0; i < names->size(); ++i)
      months.push_back({.text = base::lower_case((*names)[i]), .value = static_cast<int64_t>(i) + 1});
  return months;
}

}  // namespace

int month_at(std::string_view text, size_t at, const Units& units, size_t& end) {
  const Phrases months = months_of(units);
  const Phrase* month = phrase_at(text, at, months, end);
  return month ? static_cast<int>(month->value.to_double()) : 0;
}

bool ends_with_month(std::string_view text, const Units& units) { return ends_with_phrase(text, months_of(units)); }

bool states_date(std::string_view text, std::string_view date, const Units& units) {
  const std::optional<DateParts> value = iso_date(date);
  std::optional<DateParts> said = date_in_numbers(text, units.locale());
  if (!said) said = spoken_date(text, units);
  return value && said && said->year == value->year && said->month == value->month &&
         (said->day == 0 || said->day == value->day) && said->month != 0;
}

}  // namespace quantity
