// Marks: converts the rows of a layer to shapes, with the scales of the plot. Marks only draw; nothing here determines
// a domain, a colour or a margin. A new mark is a function from (layer, context) to shapes and a line in draw_marks().
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "chart/channels.h"
#include "chart/plot.h"
#include "chart/scale.h"
#include "chart/scene.h"

namespace chart {

struct MarkContext {
  const Plot& plot;
  const Panel& panel;  // the corner of its plotting area is the origin
};

// Returns the shapes in drawing order. Positions are relative to the plotting area.
std::vector<Shape> draw_marks(const BoundLayer& layer, const MarkContext& context);

// Parts of draw_marks(), with one function for each type.
std::vector<Shape> draw_bars(const BoundLayer& layer, const MarkContext& context);
std::vector<Shape> draw_paths(const BoundLayer& layer, const MarkContext& context);  // draws lines and areas
// Whether points are translucent, so that readers see where many are: more than 2,000 without a stated opacity.
bool is_crowded(const BoundLayer& layer);
std::vector<Shape> draw_points(const BoundLayer& layer, const MarkContext& context);
std::vector<Shape> draw_rules(const BoundLayer& layer, const MarkContext& context);  // draws rules, ticks and errorbars
std::vector<Shape> draw_boxes(const BoundLayer& layer, const MarkContext& context);
std::vector<Shape> draw_texts(const BoundLayer& layer, const MarkContext& context);

// Functions that several marks use.

// Returns a shape with the classes, the opacity and the row of a mark.
Shape mark_shape(Shape::Kind kind, const BoundLayer& layer, size_t row, const MarkContext& context);

// Makes a shape pale if its row is not among what the spec highlights.
void mute(Shape& shape, const BoundLayer& layer, size_t row, const MarkContext& context);

// Returns the position along x or y of the middle of a row's mark (including nested offsets), or of the end of its part
// if it is stacked. Without the channel, returns the middle of the plot; NaN if there is no position.
double place(const BoundLayer& layer, Channel channel, size_t row, const MarkContext& context);
// The extent of a row's bar along one axis: its lesser end and its length.
struct Reach {
  double from = 0, length = 0;
};
// Returns the extent of the bar across its values: the band, or a fixed size around the middle.
Reach band_reach(const BoundLayer& layer, Channel channel, size_t row, const MarkContext& context);
// Returns the extent of the bar along its values: from the baseline, the stack or the other end.
Reach value_reach(const BoundLayer& layer, Channel channel, size_t row, const MarkContext& context);

// The known end of a range with one unknown end, along x or y, and the sign of the direction towards the other one.
// `second` is x2 or y2.
struct OpenEnd {
  double known = 0, towards = 1;
};
std::optional<OpenEnd> open_end(const BoundLayer& layer, Channel second, size_t row, const MarkContext& context);
// Returns a dashed stroke from the known end, at `across` on the other axis; short because the other end is unknown.
Shape open_stroke(const OpenEnd& end, double across, bool along_x);

// Returns the rows to draw; a layer that has only constants is drawn once.
std::vector<size_t> rows_of(const BoundLayer& layer);
int series_of(const BoundLayer& layer, size_t row, const MarkContext& context);  // returns a number from 1 to 8
// Returns the class that colours a mark: "series-3", or a step of a ramp: "ramp-0" to "ramp-8", "div-0" to "div-8".
std::string colour_class(const BoundLayer& layer, size_t row, const MarkContext& context);
// Returns the hatch of a bar or an area, if the categories of colour are series.
Hatch hatch_of(const BoundLayer& layer, size_t row, const MarkContext& context);
int symbol_of(const BoundLayer& layer, size_t row, const MarkContext& context);
double symbol_radius(const BoundLayer& layer, size_t row, const MarkContext& context);
// Returns the fixed size in px of all marks of a layer: the thickness of bars and lines, the length of ticks, or the
// height of texts. Comes from the channel or, without one, from the mark's key.
std::optional<double> fixed_size(const BoundLayer& layer);
double stroke_width_of(const BoundLayer& layer, bool muted);  // returns 0 for the theme's width
bool shows_data(
    const BoundLayer& layer);  // whether any channel has a field; otherwise the marks are the same in all rows
// Returns the value of a channel with a field, in the channel's format or, without one, the column's.
std::string value_text(const BoundChannel& channel, size_t row, const MarkContext& context);
// Returns a tooltip with a line for each field: "Oslo, 2024-05: 12.5 °C".
std::string tooltip_of(const BoundLayer& layer, size_t row, const MarkContext& context);

}  // namespace chart
