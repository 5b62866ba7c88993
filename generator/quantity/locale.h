// How a language and region write numbers and months: locales/cldr.tsv, which tests/unit/quantity/make_locales.py
// writes from CLDR (https://cldr.unicode.org). A table is used rather than ICU because that is all that is needed of
// it: 80 kB instead of the 30 MB of ICU's data. Digits are 0 to 9 in every locale.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
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
  std::string plurals;  // the rules of CLDR for whole numbers: "one:n=1;few:n%10=2..4&n%100!=12..14|n=0"
  std::string name;     // of the language, in it: "français"
  std::vector<std::string_view> months, months_alone, short_months;  // "31 января", "январь", "31 янв."
  std::vector<std::string_view> days, short_days;                    // from Sunday
  // d3-time-formats of a day, a day with its year, a month with its year, and an hour.
  std::string day_format, date_format, month_format, hour_format;
  bool keeps_iso_dates = false;  // whether texts have dates in ISO 8601, as those in American English
};

// Returns the locale of a tag of BCP 47, or of its language if there is none for its region or script; null if the
// language is not in CLDR's modern coverage.
const Locale* find_locale(std::string_view tag);
const Locale& english();

// Writes a decimal number without an exponent, "-12345.6", with the marks of the locale: "-12.345,6". Digits are
// grouped if `is_grouped`. Other text is unchanged, as is what follows the digits.
std::string write_number(std::string_view decimal, const Locale& locale, bool is_grouped = true);
// Writes a date or month of ISO 8601, "2026-01-31" or "2026-01", as in the locale. Other text is unchanged.
std::string write_date(std::string_view date, const Locale& locale);
// Groups the digits of a whole number.
std::string group_digits(std::string_view digits, const Locale& locale);

// Returns what is before and after the number for a sign in the place of "¤" of Locale::percent or Locale::money.
std::pair<std::string, std::string> around(const std::string& pattern, std::string_view sign);

// Returns the plural form of CLDR for a count: "one", "few", …, or "other".
// Source: https://unicode.org/reports/tr35/tr35-numbers.html#Language_Plural_Rules
std::string_view plural_form(uint64_t count, const Locale& locale);
// The plural forms of a language, and the count of those that only one count has.
using PluralForms = std::map<std::string_view, std::optional<uint64_t>>;
PluralForms plural_forms(const Locale& locale);  // of the counts below 1000

// The file in locales/.
const std::vector<std::pair<std::string_view, std::string_view>>& locale_files();

}  // namespace quantity
