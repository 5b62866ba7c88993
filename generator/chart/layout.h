// The layout of a picture: sizes of panels, and positions of the parts around them. Part of make_plot().
#pragma once
#include "chart/marks.h"
#include "chart/plot.h"

namespace chart {

inline constexpr double kEdge = 4;  // px around everything

struct LayoutRequest {
  const Spec& spec;
  const quantity::Frame& frame;
  const DrawOptions& options;
  const std::map<Channel, ScaleType>& types;
};

// Builds the scales of places, the axes and the shapes of all panels, with the space that labels and texts need.
void lay_out_panels(Plot& plot, const LayoutRequest& request, base::Diagnostics& diagnostics);
// Places legend, headers, panels, titles and notes one below the other. After lay_out_panels().
void lay_out_heights(Plot& plot, const DrawOptions& options);

// The panels of a chart, one for each category of `row` and `column`, each with the rows that belong to it; one panel
// with all rows if it has neither channel. Error "chart-panels" when there are more than a page can show.
std::vector<Panel> split_panels(const std::vector<BoundLayer>& layers, const quantity::Frame& frame,
                                base::Diagnostics& diagnostics);
// Wraps a single line of panels into lines of at most this many.
void wrap_panels(std::vector<Panel>& panels, size_t most_a_line);
size_t lines_of(const std::vector<Panel>& panels);
size_t places_of(const std::vector<Panel>& panels);

// Whether names at the ends of the lines replace the legend, so that readers need not match colours: there is one layer
// of lines with different colours that all end near the right edge, the picture is wide enough, and the spec does not
// mention the legend.
bool wants_line_names(const Plot& plot, const LayoutRequest& request);
// Adds the names to the panel's shapes: none overlaps another; those that had to move have a leader to their line.
void name_lines(Panel& panel, const MarkContext& context);

const quantity::Units& units_of(const DrawOptions& options);

}  // namespace chart
