// A chart after layout, before it is written: panels with their scales, axes and shapes, the legend, and all positions.
// draw() writes the plot, and tests compare it with Vega.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "chart/axis.h"
#include "chart/channels.h"
#include "chart/colours.h"
#include "chart/draw.h"
#include "chart/scale.h"
#include "chart/scene.h"
#include "markup/html.h"
#include "quantity/present.h"

namespace chart {

enum class Side { top, bottom, left, right };

struct LegendEntry {
  std::string label;          // the entry's label in Vega's notation, or a title
  std::string colour;         // the class of the entry's marks; "" for titles, shapes and sizes
  int series = 0;             // the number of that class if the entry is a category
  std::vector<Shape> shapes;  // swatch and text, in px from the corner of the legend
};

struct Legend {
  std::vector<LegendEntry> entries;
  Side side = Side::top;
  double width = 0, height = 0;  // size of the legend; 0 if it has no entries
  bool empty() const { return entries.empty(); }
};

// A plotting area. A chart without small multiples has a single panel.
struct Panel {
  size_t line = 0, place = 0;    // position in the grid: line from the top, place from the left
  std::string row, column;       // categories of the facets; "" without facets
  double left = 0, top = 0;      // corner of the plotting area in the picture
  double width = 0, height = 0;  // size of the plotting area
  std::vector<BoundLayer> layers;
  Scales scales;  // position scales: x, y and the offsets within them
  std::optional<Axis> x_axis, y_axis;
  bool labels_x = true, labels_y = true;    // a shared axis is labelled once for each line of panels
  std::vector<Shape> shapes;                // positions are relative to the corner of the plotting area
  size_t labels_left_out = 0;               // number of labels for which there was not enough space
  std::vector<std::string> annotation_key;  // the texts of annotations that are numbers in the plot: "1 …"
};

struct Plot {
  const Spec& spec;
  const quantity::Frame& frame;
  DrawOptions options;
  std::map<Channel, ScaleType> types;  // the type of each scale
  double full_width = 0, full_height = 0;
  std::vector<BoundLayer> layers;  // contain the rows of all panels
  Scales scales;                   // scales that panels share: colour, shape, size, opacity
  Colours colours;
  bool lines_named = false;    // whether names are at the ends of lines, so that no legend is needed
  std::vector<Panel> panels;   // the panels line by line; never empty
  std::vector<Shape> headers;  // categories above the panels
  std::vector<Shape> axis_titles;
  std::vector<Shape> notes;  // notes about what the drawing omits
  Legend legend;
  double legend_left = 0, legend_top = 0;
  std::vector<quantity::ColumnFormat> formats;  // formats of the frame's columns

  const quantity::Units& units() const { return options.units ? *options.units : quantity::standard_units(); }
};

// Returns the hatch of a category's colour: none if the category has the first colour, or one of an order.
Hatch hatch_of(const Plot& plot, const std::string& category);

// `spec` and `frame` must outlive the result. draw() documents the errors.
std::optional<Plot> make_plot(const Spec& spec, const quantity::Frame& frame, const DrawOptions& options,
                              base::Diagnostics& diagnostics);

// ---- legend.cc: the legend reads the scales of colour, shape, size and opacity, and lays out its entries in rows
// above or below the plot, or in a column to its side. For quantities that are shown as colours, it has a bar of the
// ramp's steps with ticks. Builds the legend of a plot. `width` is the width of rows, or the maximum width of a column.
Legend make_legend(const Plot& plot, double width);

// Returns the side that the spec states if a picture of this width has space there, or a default.
Side legend_side(const std::vector<BoundLayer>& layers, double picture_width);

void write_legend(markup::Writer& out, const Legend& legend, double x, double y);

}  // namespace chart
