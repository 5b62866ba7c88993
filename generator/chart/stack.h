// Stacks the parts of a whole, as Vega's stack transform does.
#pragma once
#include <string>
#include <vector>

#include "chart/channels.h"
#include "chart/scale.h"

namespace chart {

// Sets layer.stacked. Bars and areas are stacked by default, other marks only if the spec asks for it. Marks are never
// stacked on a log scale, or if x2 or y2 states where they end.
void choose_stack(BoundLayer& layer);
// Sets stack_from, stack_to and fillers of a stacked layer. The order is that of the channel "order" or, without one,
// that of the legend, whose scales are in `scales`. Negative values are stacked in the opposite direction. Reports
// "chart-stack" for negative shares, and warns if rows would be added up although nothing distinguishes them.
void stack(BoundLayer& layer, const quantity::Frame& frame, const Scales& scales, base::Diagnostics& diagnostics);

// The values that distinguish a row's series from other series.
using SeriesKey = std::vector<std::string>;
SeriesKey series_key(const BoundLayer& layer, size_t row, const quantity::Frame& frame);

// Compares values: null first, then numbers by size, then texts by code point.
int compare_values(const quantity::Value& a, const quantity::Value& b);

}  // namespace chart
