// Stacking: the parts of a whole, one on the other, as Vega's stack transform does it.
#pragma once
#include "chart/channels.h"

namespace chart {

// Bars and areas are stacked by default, other marks when asked to; never on a log scale, and not when x2 or y2 says
// where a mark ends. Negative values go the other way. Sets stacked, stack_from, stack_to.
void stack(BoundLayer& layer, const quantity::Frame& frame);

// Numbers before texts, numbers by size, texts by code point; null first.
int compare_values(const quantity::Value& a, const quantity::Value& b);

}  // namespace chart
