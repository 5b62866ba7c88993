// Marks: from the rows of a layer and the scales of the plot to shapes. They only draw; nothing here decides a domain,
// a colour or a margin. A new mark is a function from (layer, context) to shapes and a line in draw_marks().
#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "chart/channels.h"
#include "chart/colours.h"
#include "chart/scale.h"
#include "chart/scene.h"
#include "quantity/present.h"
#include "quantity/unit.h"

namespace chart {

struct MarkContext {
  const quantity::Frame& frame;
  const std::map<Channel, Scale>& scales;
  double width, height;  // of the plotting area; its corner is the origin
  const Colours& colours;
  const quantity::Units& units;
  const std::vector<quantity::ColumnFormat>& formats;  // one per column of the frame
  std::string id;                                      // prefix of the patterns' ids
  bool has_vertex_tips = false;                        // see DrawOptions
  bool has_tooltips = true;                            // whether each mark has a tooltip
};

// The shapes in the order of drawing. Places are relative to the plotting area.
std::vector<Shape> draw_marks(const BoundLayer& layer, const MarkContext& context);

// Part of draw_marks(), one function for each type.
std::vector<Shape> draw_bars(const BoundLayer& layer, const MarkContext& context);
std::vector<Shape> draw_paths(const BoundLayer& layer, const MarkContext& context);  // line and area
std::vector<Shape> draw_points(const BoundLayer& layer, const MarkContext& context);
std::vector<Shape> draw_rules(const BoundLayer& layer, const MarkContext& context);  // rule, tick, errorbar
std::vector<Shape> draw_texts(const BoundLayer& layer, const MarkContext& context);

// Parts that marks have in common.

// A shape with the classes, the opacity and the row of a mark.
Shape mark_shape(Shape::Kind kind, const BoundLayer& layer, size_t row, const MarkContext& context);

// Where the middle of a row's mark is along x or y (nested offsets included); the end of its part where it is stacked.
// Without the channel, the middle of the plot. NaN for none.
double place(const BoundLayer& layer, Channel channel, size_t row, const MarkContext& context);
// A row's bar along one axis: its lesser end and its length.
struct Reach {
  double from = 0, length = 0;
};
// The bar across its values: the band, or a fixed size about the middle.
Reach band_reach(const BoundLayer& layer, Channel channel, size_t row, const MarkContext& context);
// The bar along its values: from the baseline, the stack or the other end.
Reach value_reach(const BoundLayer& layer, Channel channel, size_t row, const MarkContext& context);

// Along x or y of a range with one unknown end: the known end, and the sign of the direction in which the other
// is. `second` is x2 or y2.
struct OpenEnd {
  double known = 0, towards = 1;
};
std::optional<OpenEnd> open_end(const BoundLayer& layer, Channel second, size_t row, const MarkContext& context);
// A dashed stroke from the known end, at `across` on the other axis: it stops where nothing is known.
Shape open_stroke(const OpenEnd& end, double across, bool along_x);

// The rows to draw; a layer of constants alone is drawn once.
std::vector<size_t> rows_of(const BoundLayer& layer);
int series_of(const BoundLayer& layer, size_t row, const MarkContext& context);  // 1 to 8
// The class that gives a mark its colour: "series-3", or a step of a ramp: "ramp-0" to "ramp-8", "div-0" to "div-8".
std::string colour_class(const BoundLayer& layer, size_t row, const MarkContext& context);
// Whether bars and areas also differ by hatches: if the categories of colour are series.
bool is_hatched(const BoundLayer& layer, const MarkContext& context);
int symbol_of(const BoundLayer& layer, size_t row, const MarkContext& context);
double symbol_radius(const BoundLayer& layer, size_t row, const MarkContext& context);
// The fixed size of all marks of a layer, in px: the thickness of bars and lines, the length of ticks, the height of
// texts; by the channel or else by the mark's key.
std::optional<double> fixed_size(const BoundLayer& layer);
double stroke_width_of(const BoundLayer& layer);  // 0: the theme's
double opacity_of(const BoundLayer& layer, size_t row, const MarkContext& context);
bool shows_data(
    const BoundLayer& layer);  // any channel with a field; otherwise the layer's marks are the same in all rows
// The value of a channel with a field, by the channel's format or else the column's.
std::string value_text(const BoundChannel& channel, size_t row, const MarkContext& context);
// "Oslo, 2024-05: 12.5 °C": a line for each field.
std::string tooltip_of(const BoundLayer& layer, size_t row, const MarkContext& context);

}  // namespace chart
