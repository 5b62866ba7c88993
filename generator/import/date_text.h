// Reads truth values, dates and times as people write them.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "data/dates.h"

namespace import {

using data::DateOrder;
using data::read_date;

// Returns "true" for true, yes and ✓, "false" for false, no and ✗, in upper or lower case; nullopt for other texts.
std::optional<std::string> read_boolean(std::string_view cell);

// Returns a time in ISO 8601: "2026-01-31T12:00:00Z" for "2026-01-31 12:00:00 UTC".
std::optional<std::string> read_time(std::string_view cell);

// Returns the only order in which all cells that are not empty are dates. If several are possible, `given` ("dmy")
// decides. Returns nullopt if no order fits, or if several do that give different dates.
std::optional<DateOrder> find_date_order(const std::vector<std::string_view>& cells, std::string_view given);

// Whether so many of the values are numbers or dates that all are meant as such.
inline bool are_most(size_t count, size_t all) { return count * 100 >= all * 80; }

// A sentence about the first value that is not a date in a column that mostly has dates, such as April 31, because it
// makes the column text; "" if there is none. `lines` are the lines of the cells.
std::string slip_among_dates(std::string_view column, const std::vector<std::string_view>& cells,
                             const std::vector<size_t>& lines);

// A sentence about whole numbers that may count days, as spreadsheets store dates, in a column that is named as if it
// had dates; "" if there is none.
std::string doubt_about_days(std::string_view column, const std::vector<std::string_view>& cells);

}  // namespace import
