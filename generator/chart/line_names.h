// Names at the ends of lines, in place of a legend: a reader need not match colours. Part of make_plot().
#pragma once
#include "chart/layout.h"
#include "chart/marks.h"

namespace chart {

// Whether names serve better than a legend: one layer of lines told apart by colour, all of which end near the right
// edge, in a picture with room; and a legend that the spec says nothing of.
bool wants_line_names(const Plot& plot, const LayoutRequest& request);

// Adds the names to the panel's shapes: none overlaps another; those that had to move are led to their line's end.
void name_lines(Panel& panel, const MarkContext& context);

}  // namespace chart
