// Lays a picture out: sizes of panels, and positions of the parts around them. Part of make_plot().
#pragma once
#include "chart/marks.h"
#include "chart/plot.h"

namespace chart {

inline constexpr double kNarrow = 480;  // narrower pictures, in px, are for phones

inline constexpr double kEdge = 4;  // margin around the whole picture in px

struct LayoutRequest {
  const Spec& spec;
  const quantity::Frame& frame;
  const DrawOptions& options;
  const std::map<Channel, ScaleType>& types;
};

// Builds the position scales, the axes and the shapes of all panels, with the space that labels and texts need.
void lay_out_panels(Plot& plot, const LayoutRequest& request, base::Diagnostics& diagnostics);
// Places legend, headers, panels, titles and notes one below the other. Call it after lay_out_panels().
void lay_out_heights(Plot& plot, const DrawOptions& options);

// Returns the panels of a chart with the rows of each: one panel for each category of `row` and `column`, or a single
// one with all rows if the chart has neither channel. Reports "chart-panels" if there are more panels than a page can
// show.
std::vector<Panel> split_panels(const std::vector<BoundLayer>& layers, const quantity::Frame& frame,
                                base::Diagnostics& diagnostics);
// Wraps a single line of panels into lines of at most `most_a_line` panels.
void wrap_panels(std::vector<Panel>& panels, size_t most_a_line);
size_t lines_of(const std::vector<Panel>& panels);
size_t places_of(const std::vector<Panel>& panels);

// Whether names at the ends of the lines replace the legend, so that readers need not match colours. This requires a
// single layer of lines with different colours that all end near the right edge, a picture that is wide enough, and a
// spec that does not mention the legend.
bool wants_line_names(const Plot& plot, const LayoutRequest& request);
// Adds the names of lines to the panel's shapes, so that none overlaps another. Names that had to move have a leader to
// their line.
void name_lines(Panel& panel, const MarkContext& context);

// Returns the width of the plotting area that the spec states, unless that is wider than a narrow screen: labels of a
// drawing that is scaled down are not legible.
std::optional<double> stated_width(const Spec& spec, const DrawOptions& options);

const quantity::Units& units_of(const DrawOptions& options);

}  // namespace chart
