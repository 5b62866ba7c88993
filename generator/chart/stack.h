// Stacks the parts of a whole, as Vega's stack transform does.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "chart/channels.h"
#include "chart/scale.h"

namespace chart {

// Bars and areas are stacked by default, other marks when asked to; never on a log scale, and not when x2 or y2 says
// where a mark ends. Sets layer.stacked.
void choose_stack(BoundLayer& layer);
// Sets stack_from, stack_to and fillers of a layer that is stacked: in the order of the channel "order", otherwise of
// the legend, whose scales are in `scales`. Negative values are stacked in the opposite direction.
void stack(BoundLayer& layer, const quantity::Frame& frame, const std::map<Channel, Scale>& scales);

// The values that distinguish the series of a row from others.
using SeriesKey = std::vector<std::string>;
SeriesKey series_key(const BoundLayer& layer, size_t row, const quantity::Frame& frame);

// Numbers before texts, numbers by size, texts by code point; null first.
int compare_values(const quantity::Value& a, const quantity::Value& b);

}  // namespace chart
