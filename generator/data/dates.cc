#include "data/dates.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"

namespace data {
namespace {

// Whether a text matches a form such as "0000-00-00", in which '0' matches any digit.
bool has_form(std::string_view text, std::string_view form) {
  return std::ranges::equal(text, form,
                            [](char c, char expected) { return expected == '0' ? base::is_digit(c) : c == expected; });
}

// Converts digits to a number. REQUIRES: the text contains only digits
unsigned number_in(std::string_view digits) { return base::parse_number<unsigned>(digits).value_or(0); }

std::chrono::year_month_day parts_of(std::string_view date) {
  return std::chrono::year(static_cast<int>(number_in(date.substr(0, 4)))) /
         std::chrono::month(number_in(date.substr(5, 2))) / std::chrono::day(number_in(date.substr(8, 2)));
}

bool is_clock(std::string_view text) {
  return has_form(text, "00:00") && number_in(text.substr(0, 2)) < 24 && number_in(text.substr(3)) < 60;
}

constexpr std::string_view kMonths[] = {"january", "february", "march",     "april",   "may",      "june",
                                        "july",    "august",   "september", "october", "november", "december"};

// Splits a date into numbers and words. Returns an empty list if it contains anything except numbers, words and
// separators.
std::vector<std::string> parts_of_date(std::string_view text) {
  std::string spaced(text);
  std::ranges::replace_if(spaced, [](char c) { return c == '/' || c == '-' || c == ','; }, ' ');
  if (spaced.find_first_not_of(" 0123456789.") == std::string::npos) std::ranges::replace(spaced, '.', ' ');
  std::vector<std::string> parts;
  for (std::string_view part : base::split(spaced, ' '))
    if (!part.empty()) parts.emplace_back(part);
  return parts;
}

}  // namespace

bool Validity::has_ended(std::string_view date) const {
  const auto last = last_day_of(to), day = first_day_of(date);
  return last && day && *last < *day;
}

bool Validity::is_to_come(std::string_view date) const {
  const auto first = first_day_of(from), day = last_day_of(date);
  return first && day && *first > *day;
}

std::string month_of(std::string_view word) {
  if (word.ends_with('.')) word.remove_suffix(1);
  const std::string name = base::lower(word);
  for (size_t i = 0; i < std::size(kMonths) && name.size() >= 3; ++i)
    if (kMonths[i].starts_with(name) || (i == 8 && name == "sept")) return std::to_string(i + 1);
  return "";
}

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

std::optional<std::string> read_date(std::string_view cell, DateOrder order) {
  if (cell.size() < 8 || cell.size() > 20) return std::nullopt;
  std::vector<std::string> parts = parts_of_date(cell);
  if (parts.size() != 3) return std::nullopt;
  if (order == DateOrder::dmy) std::swap(parts[0], parts[2]);
  if (order == DateOrder::mdy) std::ranges::rotate(parts, parts.begin() + 2);
  if (std::string month = month_of(parts[1]); !month.empty()) parts[1] = month;
  for (std::string_view ordinal : {"st", "nd", "rd", "th"})
    if (parts[2].ends_with(ordinal)) parts[2].resize(parts[2].size() - 2);
  for (std::string& part : parts) {
    if (part.ends_with('.')) part.pop_back();
    if (part.empty() || !std::ranges::all_of(part, base::is_digit)) return std::nullopt;
  }
  if (parts[0].size() != 4 || parts[1].size() > 2 || parts[2].size() > 2) return std::nullopt;
  std::string date = fmt::format("{}-{:0>2}-{:0>2}", parts[0], parts[1], parts[2]);
  return is_date(date) ? std::optional(std::move(date)) : std::nullopt;
}

std::set<std::string> readings_of_date(std::string_view cell) {
  if (is_partial_date(cell)) return {std::string(cell)};
  std::set<std::string> readings;
  for (const DateOrder order : {DateOrder::ymd, DateOrder::dmy, DateOrder::mdy})
    if (auto date = read_date(cell, order)) readings.insert(*std::move(date));
  const std::vector<std::string> parts = parts_of_date(cell);
  if (parts.size() != 2 || !is_year(parts[1])) return readings;
  if (const std::string month = month_of(parts[0]); !month.empty())
    readings.insert(fmt::format("{}-{:0>2}", parts[1], month));
  return readings;
}

}  // namespace data
