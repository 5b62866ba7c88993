// Time on axes, in UTC: reading dates, round moments, and how they are written. Moments are milliseconds since
// 1970-01-01T00:00Z, in the proleptic Gregorian calendar. The choices are those of d3-time and d3-scale's scaleTime
// (https://d3js.org/d3-time, https://d3js.org/d3-scale/time), in a place where local time is UTC.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace chart {

// "2026", "2026-01", "2026-01-31", and with a time after 'T' or a space: "10:00", "10:00:30", "10:00:30.25", and
// "Z", an offset such as "+02:00", or no zone, which is UTC. Returns nullopt for others.
std::optional<double> parse_time(std::string_view text);

// About `count` round moments within [start, stop].
std::vector<double> time_ticks(double start, double stop, double count);
std::pair<double, double> nice_time(double start, double stop, double count = 10);

// The d3-time-format directives %a %A %b %B %d %e %H %I %j %L %m %M %p %q %S %y %Y %%, with '-', '_' or '0' after '%'
// for padding; the names are English. Other text stays.
std::string format_time(double moment, std::string_view format);
// Whether format_time() supports all directives of the format; `bad` is the first that it does not.
bool is_time_format(std::string_view format, std::string* bad);

// The finest unit that is not zero, as d3's scale.tickFormat() has it: "2026", "March", "Mar 08", "Tue 10", "03 PM".
std::string tick_time_text(double moment);

}  // namespace chart
