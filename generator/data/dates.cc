#include "data/dates.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>

#include "base/text.h"

namespace data {
namespace {

// Whether a text matches a form such as "0000-00-00", in which '0' matches any digit.
bool has_form(std::string_view text, std::string_view form) {
  return std::ranges::equal(text, form,
                            [](char c, char expected) { return expected == '0' ? base::is_digit(c) : c == expected; });
}

// Converts digits to a number. REQUIRES: the text contains only digits
unsigned number_in(std::string_view digits) {
  unsigned number = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return number;
}

std::chrono::year_month_day parts_of(std::string_view date) {
  return std::chrono::year(static_cast<int>(number_in(date.substr(0, 4)))) /
         std::chrono::month(number_in(date.substr(5, 2))) / std::chrono::day(number_in(date.substr(8, 2)));
}

bool is_clock(std::string_view text) {
  return has_form(text, "00:00") && number_in(text.substr(0, 2)) < 24 && number_in(text.substr(3)) < 60;
}

}  // namespace

std::string day_text(Day day) {
  const std::chrono::year_month_day date(day);
  return fmt::format("{:04}-{:02}-{:02}", int(date.year()), unsigned(date.month()), unsigned(date.day()));
}

bool is_year(std::string_view text) { return has_form(text, "0000"); }

bool is_year_month(std::string_view text) {
  return has_form(text, "0000-00") && std::chrono::month(number_in(text.substr(5))).ok();
}

bool is_date(std::string_view text) { return has_form(text, "0000-00-00") && parts_of(text).ok(); }

bool is_partial_date(std::string_view text) { return is_date(text) || is_year_month(text) || is_year(text); }

bool is_datetime(std::string_view text) {
  if (!is_date(text.substr(0, 10)) || !text.substr(10).starts_with('T')) return false;
  std::string_view clock = text.substr(11), zone;
  if (const size_t end = clock.find_first_of("Z+-"); end != std::string_view::npos) {
    zone = clock.substr(end);
    clock = clock.substr(0, end);
  }
  if (!zone.empty() && zone != "Z" && (zone[0] == 'Z' || !is_clock(zone.substr(1)))) return false;
  if (!is_clock(clock.substr(0, 5))) return false;
  const std::string_view seconds = clock.substr(5);
  if (seconds.empty()) return true;
  if (!has_form(seconds.substr(0, 3), ":00") || number_in(seconds.substr(1, 2)) > 60) return false;
  const std::string_view fraction = seconds.substr(3);
  return fraction.empty() ||
         (fraction[0] == '.' && fraction.size() > 1 && std::ranges::all_of(fraction.substr(1), base::is_digit));
}

std::optional<Day> last_day_of(std::string_view date) {
  if (is_date(date)) return Day(parts_of(date));
  if (!is_partial_date(date)) return std::nullopt;
  const std::chrono::month month(is_year(date) ? 12 : number_in(date.substr(5)));
  return Day(std::chrono::year(static_cast<int>(number_in(date.substr(0, 4)))) / month / std::chrono::last);
}

std::optional<Day> first_day_of(std::string_view date) {
  date = date.substr(0, std::string_view("2026-01-31").size());
  return last_day_of(std::string(date) + (is_year(date) ? "-01-01" : is_year_month(date) ? "-01" : ""));
}

}  // namespace data
