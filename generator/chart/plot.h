// A chart after layout, before it is written: panels with their scales, axes and shapes, the legend, and all positions.
// draw() writes it; tests compare it with Vega.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "chart/axis.h"
#include "chart/channels.h"
#include "chart/colours.h"
#include "chart/draw.h"
#include "chart/legend.h"
#include "chart/scale.h"
#include "chart/scales.h"
#include "chart/scene.h"
#include "quantity/present.h"

namespace chart {

// A plotting area. A chart without small multiples has a single panel.
struct Panel {
  size_t line = 0, place = 0;    // of the grid: from above, from the left
  std::string row, column;       // the categories of the facets; "" without them
  double left = 0, top = 0;      // the plotting area's corner in the picture
  double width = 0, height = 0;  // of the plotting area
  std::vector<BoundLayer> layers;
  std::map<Channel, Scale> scales;  // of places: x, y and the offsets within them
  std::optional<Axis> x_axis, y_axis;
  bool labels_x = true, labels_y = true;  // a shared axis is labelled once per line
  std::vector<Shape> shapes;              // from the plotting area's corner
  size_t labels_left_out = 0;             // for which there was no room
};

struct Plot {
  double full_width = 0, full_height = 0;
  std::vector<BoundLayer> layers;   // with the rows of all panels
  std::map<Channel, Scale> scales;  // those that panels share: colour, shape, size, opacity
  Colours colours;
  bool lines_named = false;    // at their ends, so that the legend need not
  std::vector<Panel> panels;   // line by line; never empty
  std::vector<Shape> headers;  // above the panels: their categories
  std::vector<Shape> axis_titles;
  std::vector<Shape> notes;  // what the drawing leaves out
  Legend legend;
  double legend_left = 0, legend_top = 0;
  std::vector<quantity::ColumnFormat> formats;  // one per column of the frame
};

// `spec` and `frame` outlive the result. See draw() for the errors.
std::optional<Plot> make_plot(const Spec& spec, const quantity::Frame& frame, const DrawOptions& options,
                              base::Diagnostics& diagnostics);

}  // namespace chart
