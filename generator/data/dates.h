// ISO 8601 dates in the Gregorian calendar.
#pragma once
#include <chrono>
#include <optional>
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

}  // namespace data
