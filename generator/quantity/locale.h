// How a language and region write numbers and months: locales/cldr.tsv, which tests/unit/quantity/make_locales.py
// writes from CLDR (https://cldr.unicode.org). A table is used rather than ICU because that is all that is needed of
// it: 60 kB instead of the 30 MB of ICU's data. Digits are 0 to 9 in every locale.
#pragma once
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace quantity {

struct Locale {
  std::string decimal;      // the mark before decimals
  std::string group;        // the mark between thousands, which may be a space
  size_t group_size = 3;    // digits of the groups before the last one, which has three: 2 for 12,34,567
  size_t least_before = 1;  // digits before the last group of the shortest number that is grouped: 2 for 1234, 12.345
  std::string percent, money;  // where a percent sign and a currency symbol are, such as "0 ¤"; "0" is the number
  std::string yes, no;
  std::vector<std::string_view> months, months_alone, short_months;  // "31 января", "январь", "31 янв."
  std::vector<std::string_view> days, short_days;                    // from Sunday
  // d3-time-formats of a day, a day with its year, a month with its year, and an hour.
  std::string day_format, date_format, month_format, hour_format;
};

// Returns the locale of a tag of BCP 47, or of its language if there is none for its region or script; null if the
// language is not in CLDR's modern coverage.
const Locale* find_locale(std::string_view tag);
const Locale& english();

// Writes a decimal number without an exponent, "-12345.6", with the marks of the locale: "-12.345,6". Digits are
// grouped if `is_grouped`. Other text is unchanged, as is what follows the digits.
std::string write_number(std::string_view decimal, const Locale& locale, bool is_grouped = true);
// Groups digits until `width` characters are filled.
std::string group_digits(std::string_view digits, const Locale& locale, size_t width = std::string::npos / 2);

// Returns what is before and after the number for a sign in the place of "¤" of Locale::percent or Locale::money.
std::pair<std::string, std::string> around(const std::string& pattern, std::string_view sign);

// The file in locales/.
const std::vector<std::pair<std::string_view, std::string_view>>& locale_files();

}  // namespace quantity
