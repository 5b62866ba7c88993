// Truth values, dates and times as people write them.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace import {

// "true" or "false" for true, yes, ✓, false, no, ✗ in any case.
std::optional<std::string> read_boolean(std::string_view cell);

// "2026-01-31T12:00:00Z" for "2026-01-31 12:00:00 UTC" and the like.
std::optional<std::string> read_time(std::string_view cell);

// The orders in which dates are written; months may be English names.
enum class DateOrder { ymd, dmy, mdy };

// "2026-01-31" for "31.1.2026", "1/31/2026", "31 Jan 2026" or "January 31, 2026", by the order of the numbers; nullopt
// if the text is not such a date, or its year has two digits.
std::optional<std::string> read_date(std::string_view cell, DateOrder order);

// The only order in which all cells are dates, empty ones aside; `given`, "dmy", overrides others that are possible.
// Nullopt if there is none, or several that give different dates.
std::optional<DateOrder> find_date_order(const std::vector<std::string_view>& cells, std::string_view given);

}  // namespace import
