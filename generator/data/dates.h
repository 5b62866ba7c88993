// Dates in the Gregorian calendar: in ISO 8601, and as people write them.
#pragma once
#include <chrono>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace data {

using Day = std::chrono::sys_days;

std::string day_text(Day day);  // returns a date: "2026-01-31"

bool is_year(std::string_view text);          // accepts "2026"
bool is_year_month(std::string_view text);    // accepts "2026-01"
bool is_date(std::string_view text);          // accepts "2026-01-31"
bool is_partial_date(std::string_view text);  // accepts all three
// Whether the text is 2026-01-31T12:00, …:00:30 or …:30.5, with "Z", "+01:00" or no time zone.
bool is_datetime(std::string_view text);

// Returns the latest possible day: for "2026-01" and "2026" the last day. Nullopt for other text.
std::optional<Day> last_day_of(std::string_view date);
// Returns the first possible day: "2026-01-01" for "2026". For a time, returns its day.
std::optional<Day> first_day_of(std::string_view date);

// When something is true: from the first to the last day, both included. A date may be a month or a year; "" for none.
struct Validity {
  std::string from, to;
  // Whether it has ended, or not yet begun, on a date. False where a month or year leaves it open.
  bool has_ended(std::string_view date) const;
  bool is_to_come(std::string_view date) const;
  bool is_current(std::string_view date) const { return !has_ended(date) && !is_to_come(date); }
};

// Returns the number of a month by its English name or the beginning of one: "3" for "Mar."; "" for any other word.
std::string month_of(std::string_view word);

// The order of day, month and year in a date; months may be English names.
enum class DateOrder { ymd, dmy, mdy };

// Returns "2026-01-31" for "31.1.2026", "1/31/2026", "31 Jan 2026" or "January 31, 2026", read in this order; nullopt
// if the text is not such a date, or its year has two digits.
std::optional<std::string> read_date(std::string_view cell, DateOrder order);

// The readings of a date in any order: none, one, or several for a date such as "03/04/2026". A month without a day
// ("March 2026") is read as "2026-03".
std::set<std::string> readings_of_date(std::string_view cell);

}  // namespace data
