// The legend reads the scales of colour, shape, size and opacity, and lays out its entries in rows above or below the
// plot, or in a column to its side. For quantities that are shown as colours, it has a bar of the ramp's steps with
// ticks.
#pragma once
#include <string>
#include <vector>

#include "chart/channels.h"
#include "chart/scene.h"
#include "markup/html.h"

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

struct Plot;

// Builds the legend of a plot. `width` is the width of rows, or the maximum width of a column.
Legend make_legend(const Plot& plot, double width);

// Returns the side that the spec states if a picture of this width has space there, or a default.
Side legend_side(const std::vector<BoundLayer>& layers, double picture_width);

void write_legend(markup::Writer& out, const Legend& legend, double x, double y);

}  // namespace chart
