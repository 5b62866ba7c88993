// Describes a chart in one to three sentences that are computed from its data, for readers who can't see it, and as an
// overview for everyone.
#pragma once
#include <string>

#include "chart/plot.h"

namespace chart {

// States what is shown and the number of values; the extremes and where they are; for values over time, how each series
// changed; and what is omitted because it lacks a value. In English.
std::string summarise(const Plot& plot, const quantity::Frame& frame, const quantity::Units& units);

}  // namespace chart
