// Dates as ISO 8601 writes them, on the Gregorian calendar.
#pragma once
#include <string_view>

namespace data {

bool is_year(std::string_view text);        // 2026
bool is_year_month(std::string_view text);  // 2026-01
bool is_date(std::string_view text);        // 2026-01-31
// 2026-01-31T12:00, …:00:30, …:30.5, each with "Z", "+01:00" or nothing after it.
bool is_datetime(std::string_view text);

}  // namespace data
