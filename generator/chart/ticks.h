// Round numbers for axes. They are chosen like those of d3-array 3 and d3-scale 4, which Vega uses too, so that our
// axes equal Vega's (https://d3js.org/d3-array/ticks, https://d3js.org/d3-scale/log).
#pragma once
#include <utility>
#include <vector>

namespace chart {

// Returns about `count` multiples of 1, 2 or 5 times a power of ten in [start, stop], descending if start > stop.
std::vector<double> ticks(double start, double stop, double count);

// Returns the distance between those ticks. A positive n means n; a negative n means 1 / -n, which is exact where a
// fraction is not. Returns 0 or NaN if there are no ticks.
double tick_increment(double start, double stop, double count);
// Returns tick_increment() as a plain number; negative if start > stop.
double tick_step(double start, double stop, double count);

// Returns the interval widened to multiples of the tick step.
std::pair<double, double> nice(double start, double stop, double count = 10);

// Returns the ticks of a log scale with positive ends: 1 to base - 1 times each power if there are few powers,
// otherwise only powers.
std::vector<double> log_ticks(double start, double stop, double base, double count = 10);
std::pair<double, double> nice_log(double start, double stop, double base);

double log_in(double base, double value);
double power_of(double base, double exponent);

}  // namespace chart
