// Dates as ISO 8601 writes them, on the Gregorian calendar.
#pragma once
#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace data {

using Day = std::chrono::sys_days;

std::string day_text(Day day);  // 2026-01-31

bool is_year(std::string_view text);          // 2026
bool is_year_month(std::string_view text);    // 2026-01
bool is_date(std::string_view text);          // 2026-01-31
bool is_partial_date(std::string_view text);  // one of these three
// 2026-01-31T12:00, …:00:30, …:30.5, each with "Z", "+01:00" or no time zone.
bool is_datetime(std::string_view text);

// "2026-01-31"; the last day of "2026-01" and "2026", the latest possible date. Nullopt for other text.
std::optional<Day> last_day_of(std::string_view date);
// "2026-01-01" of "2026"; the day of a time.
std::optional<Day> first_day_of(std::string_view date);

}  // namespace data
