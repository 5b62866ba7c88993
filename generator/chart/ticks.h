// Round numbers for axes. They are chosen like those of d3-array 3 and d3-scale 4, which Vega uses too, so that our
// axes equal Vega's (https://d3js.org/d3-array/ticks, https://d3js.org/d3-scale/log).
// All functions of an interval: REQUIRES: start <= stop
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "quantity/locale.h"

namespace chart {

// Returns about `count` multiples of 1, 2 or 5 times a power of ten in [start, stop].
std::vector<double> ticks(double start, double stop, double count);

// Returns the distance between those ticks; 0 or NaN if there are no ticks.
double tick_step(double start, double stop, double count);

// Returns the interval widened to multiples of the tick step.
std::pair<double, double> nice(double start, double stop, double count = 10);

// Returns the ticks of a log scale with positive ends: 1 to base - 1 times each power if there are few powers,
// otherwise only powers.
std::vector<double> log_ticks(double start, double stop, double base, double count = 10);
std::pair<double, double> nice_log(double start, double stop, double base);

double log_in(double base, double value);

// -- Time --
//
// In UTC: parses dates, finds round moments, and formats them. Moments are milliseconds since
// 1970-01-01T00:00Z, in the proleptic Gregorian calendar. They are chosen as in d3-time and d3-scale's scaleTime
// (https://d3js.org/d3-time, https://d3js.org/d3-scale/time) with UTC as the local time.

// Parses "2026", "2026-01" or "2026-01-31", the last also with a time after 'T' or a space: "10:00", "10:00:30",
// "10:00:30.25", followed by "Z", an offset such as "+02:00", or no zone, which means UTC. Returns nullopt for other
// texts.
std::optional<double> parse_time(std::string_view text);

// Returns about `count` round moments within [start, stop].
std::vector<double> time_ticks(double start, double stop, double count);
std::pair<double, double> nice_time(double start, double stop, double count = 10);

// Formats a moment. Supports the d3-time-format directives %a %A %b %B %d %e %H %I %j %L %m %M %p %q %S %y %Y %%, with
// '-', '_' or '0' after '%' for padding. The names are English. Other text is unchanged.
std::string format_time(double moment, std::string_view format, const quantity::Locale& locale);
// Whether format_time() supports all directives of the format; `bad` is set to the first unsupported one.
bool is_time_format(std::string_view format, std::string* bad);

// Writes a date, or a date and a time of UTC, as in the locale: "31 Jan 2026", "31 Jan 2026 18:00". Other text is
// unchanged.
std::string write_moment(const std::string& text, const quantity::Locale& locale);

// Formats the finest unit that is not zero, like d3's scale.tickFormat(): "2026", "March", "Mar 08", "Tue 10", "03 PM".
std::string tick_time_text(double moment, const quantity::Locale& locale);

}  // namespace chart
