// The legend reads the scales of colour, shape, size and opacity, and lays out its entries in rows above or below the
// plot, or in a column to its side. For quantities that are shown as colours, it has a bar of the ramp's steps with
// ticks.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "chart/channels.h"
#include "chart/colours.h"
#include "chart/scale.h"
#include "chart/scene.h"
#include "markup/html.h"
#include "quantity/unit.h"

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

struct LegendRequest {
  const std::vector<BoundLayer>& layers;
  const std::map<Channel, Scale>& scales;
  const Colours& colours;
  const quantity::Frame& frame;
  const quantity::Units& units;
  std::string id;            // prefix of the patterns' ids
  double width = 0;          // width of rows, or maximum width of a column
  bool lines_named = false;  // whether lines have their names at their ends, and so no entries
  bool beside = true;        // whether there is space to the sides of the plot; if not, the legend is above it
};

// Builds the legend. Errors: "chart-format".
Legend make_legend(const LegendRequest& request, base::Diagnostics& diagnostics);

// Returns the side that the spec states, or a default.
Side legend_side(const std::vector<BoundLayer>& layers, bool beside);

void write_legend(markup::Writer& out, const Legend& legend, double x, double y);

}  // namespace chart
