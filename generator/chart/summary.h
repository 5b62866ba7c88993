// One to three sentences about what a chart shows, computed from its data: for people who do not see it, and for
// everyone as a first reading.
#pragma once
#include <string>

#include "chart/plot.h"

namespace chart {

// What is shown and how many values; the extremes and where they are; for values over time how each series moved; what
// was left out because it lacks a value. English.
std::string summarise(const Plot& plot, const quantity::Frame& frame, const quantity::Units& units);

}  // namespace chart
