// Reads dates as people write them.
#pragma once
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace data {

// The order of day, month and year in a date; months may be English names.
enum class DateOrder { ymd, dmy, mdy };

// Returns "2026-01-31" for "31.1.2026", "1/31/2026", "31 Jan 2026" or "January 31, 2026", read in this order; nullopt
// if the text is not such a date, or its year has two digits.
std::optional<std::string> read_date(std::string_view cell, DateOrder order);

// The readings of a date in any order: none, one, or several for a date such as "03/04/2026". A month without a day
// ("March 2026") is read as "2026-03".
std::set<std::string> readings_of_date(std::string_view cell);

}  // namespace data
