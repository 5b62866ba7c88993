// Small multiples: the panels of a chart, one for each category of `row` and `column`. Part of make_plot().
#pragma once
#include <vector>

#include "chart/plot.h"

namespace chart {

// Each with the rows that belong to it; one panel with all rows where there is neither channel. Error "chart-panels"
// when there are more than a page can show.
std::vector<Panel> split_panels(const std::vector<BoundLayer>& layers, const quantity::Frame& frame,
                                base::Diagnostics& diagnostics);

// Wraps the panels of a single line into lines of so many.
void wrap_panels(std::vector<Panel>& panels, size_t most_a_line);

size_t lines_of(const std::vector<Panel>& panels);
size_t places_of(const std::vector<Panel>& panels);

}  // namespace chart
