// A chart as its author wrote it: our own keys, and a strict subset of Vega-Lite 6 that is valid there and means the
// same (https://vega.github.io/vega-lite/docs/spec.html). Whether the fields exist is for draw.h to find out.
//
// Where this reader is more lenient or more strict than Vega-Lite:
// - `type` may be left out: it follows from the field then (number: quantitative, date: temporal, otherwise nominal).
//   Vega-Lite has no knowledge of fields: it requires a type, or derives one from other keys ("quantitative" with
//   `bin`, "ordinal" with `sort: […]`, otherwise "nominal").
// - computations (transform, aggregate, bin, timeUnit) are refused: use a query.
// - colours are the theme's: `value` is for opacity, size, text and positions only. A quantity or a moment as colour
//   is one of nine steps of a ramp (of two ramps about `domainMid`), where Vega-Lite blends.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "notation/node.h"
#include "quantity/frame.h"

namespace notation {
template <class T>
class Format;
}

namespace chart {

// New types must be added before the last one.
enum class MarkType { bar, line, point, area, rule, tick, text, rect, errorbar, boxplot };
enum class Type { quantitative, nominal, ordinal, temporal };
enum class Channel {
  x,
  y,
  x2,
  y2,
  x_offset,
  y_offset,
  color,
  shape,
  size,
  opacity,
  text,
  row,
  column,
  tooltip,
  order,
  detail  // the last channel
};
inline constexpr size_t kMarkTypes = static_cast<size_t>(MarkType::boxplot) + 1;
inline constexpr size_t kChannelCount = static_cast<size_t>(Channel::detail) + 1;
inline bool is_xy(Channel channel) { return channel == Channel::x || channel == Channel::y; }
inline bool is_position(Channel channel) { return is_xy(channel) || channel == Channel::x2 || channel == Channel::y2; }
inline bool is_offset(Channel channel) { return channel == Channel::x_offset || channel == Channel::y_offset; }
// Returns the channel of the other end of a range, or of the offset within bands, along the same axis.
inline bool is_along_x(Channel channel) {
  return channel == Channel::x || channel == Channel::x2 || channel == Channel::x_offset;
}
inline Channel first_end(Channel channel) { return is_along_x(channel) ? Channel::x : Channel::y; }
inline Channel second_end(Channel channel) { return is_along_x(channel) ? Channel::x2 : Channel::y2; }
inline Channel offset_in(Channel channel) { return is_along_x(channel) ? Channel::x_offset : Channel::y_offset; }

enum class ScaleType { linear, log, sqrt, symlog, time, band, point, ordinal };

std::string_view mark_name(MarkType mark);
std::string_view type_name(Type type);
std::string_view channel_name(Channel channel);  // returns the channel's name in a spec: "xOffset"
std::string_view scale_type_name(ScaleType type);

// The keys of a scale. Absent keys have Vega-Lite's defaults.
struct ScaleSpec {
  base::Span span;
  std::optional<ScaleType> type;
  std::vector<quantity::Value> domain;  // numbers, dates (as text) or categories; may be empty
  base::Span domain_span;
  std::optional<quantity::Value> domain_min, domain_max, domain_mid;
  std::optional<bool> zero, nice, reverse, clamp;
  std::optional<double> padding, padding_inner, padding_outer, base, constant;
  std::vector<std::string> stated;  // the keys in the spec, except those that are false
};

// The keys of an axis or a legend.
struct GuideSpec {
  bool hidden = false;               // whether the spec has `axis: null` or `legend: null`
  std::optional<std::string> title;  // "" for `title: null`
  std::string format;                // a d3-format, or a d3-time-format for dates
  base::Span format_span;
  std::vector<quantity::Value> values;
  base::Span values_span;
  std::string
      orient;  // top, bottom, left or right; "" for the default: bottom for x, left for y, automatic for legends
  // Only of an axis.
  std::optional<double> tick_count, label_angle;
  std::optional<bool> grid, labels, ticks;
  quantity::Better better = quantity::Better::neither;  // which values are better

  bool is_stated() const { return hidden || title || !format.empty() || !values.empty() || !orient.empty(); }
};

struct SortSpec {
  enum class Kind { ascending, descending, none, listed, channel, field };
  Kind kind = Kind::ascending;
  base::Span span;
  std::vector<quantity::Value> values;  // the values in their order, for a sort by a list
  Channel channel = Channel::y;         // the channel of a sort by a channel
  std::string field;                    // the field of a sort by a field
  std::string op;  // the aggregate of `field` over the rows of a category: min, max, sum, mean, …; "" for the default
  bool descending = false;  // the direction of a sort by `channel` or `field`
};

enum class Stack { automatic, zero, normalize, center, none };

// Which rows get another colour than the fixed one: those whose value in a column passes a test.
struct Condition {
  std::string field;
  base::Span field_span;
  std::optional<quantity::Value> equal, lt, lte, gt, gte;  // null fails all tests
  std::vector<quantity::Value> one_of;
  std::string colour;
};

struct Encoding {
  Channel channel = Channel::x;
  base::Span span;
  bool shared = false;  // whether the encoding comes from the chart, not from the layer itself
  std::string field;    // the field's name; exactly one of field, datum and value is set
  base::Span field_span;
  std::optional<quantity::Value> datum;  // a value in the units of the data
  std::optional<quantity::Value> value;  // a value in the units of the picture: pixels, opacity, or the text itself
  std::optional<Type> type;
  base::Span type_span;
  std::optional<std::string> title;  // "" for `title: null`
  std::string format;
  base::Span format_span;
  ScaleSpec scale;
  GuideSpec axis, legend;
  std::optional<SortSpec> sort;
  Stack stack = Stack::automatic;
  std::optional<Condition> condition;  // only of color, with a fixed value
};

struct MarkSpec {
  MarkType type = MarkType::bar;
  base::Span span;
  bool point = false;    // whether a line or area has a point at each value
  bool square = false;   // whether points are squares, if nothing else decides their shape
  bool is_band = false;  // whether an area is written as errorband, which needs both ends
  // How far whiskers of a boxplot reach, in distances between the quartiles; nullopt for the least and greatest value.
  std::optional<double> extent = 1.5;
  bool line = false;           // whether an area has a line along its edge
  bool clip = false;           // whether marks are clipped at the edges of the plotting area
  std::string interpolate;     // the way to join points of a line or area: "" (linear), step, step-before or step-after
  std::string orient;          // horizontal, vertical, or ""
  std::optional<bool> filled;  // whether points are filled
  std::optional<double> size, opacity, stroke_width, corner_radius, dx, dy, angle, font_size;
  std::vector<double> stroke_dash;  // lengths of the dashes and gaps of a line or rule
  std::string align, baseline;      // alignment of a text
  std::string text;                 // the text of text marks without that channel
  bool bold = false;                // whether texts are bold

  bool is_placed() const { return dx || dy || angle || !align.empty() || !baseline.empty(); }
};

// A mark with its channels and those of the layers above. The channels tooltip, order and detail may be repeated.
struct Layer {
  MarkSpec mark;
  std::vector<Encoding> encodings;

  const Encoding* find(Channel channel) const;  // returns the first encoding of the channel, or null
};

// An author's remark at a point (x and y), a line (one of them) or a range (also the other end) of the plot.
struct Annotation {
  base::Span span;
  std::string text;
  base::Span text_span;
  std::optional<quantity::Value> x, y, x2, y2;  // values on the scales
};

// What can be compared: names of columns, or text for readers.
struct Comparability {
  std::vector<std::string> same;                      // columns that must be equal in all rows
  std::vector<std::string> differs;                   // columns that may differ
  std::vector<base::Span> same_spans, differs_spans;  // one span for each entry
};

struct Spec {
  base::Span span;

  // Keys that are not in Vega-Lite.
  std::string data;
  base::Span data_span;
  std::string caption;
  Comparability compared;
  std::string note;
  std::vector<std::string> highlight;  // the names of what is stressed: all other marks are pale; may be empty
  std::vector<base::Span> highlight_spans;
  std::vector<Annotation> annotations;
  std::string empty;  // the text that replaces a chart without rows; may be ""
  base::Span caption_span, note_span, empty_span;

  // Keys of Vega-Lite.
  std::string title, subtitle;
  base::Span title_span, subtitle_span;
  std::optional<double> width, height;            // size of the plotting area in px, as in Vega-Lite
  std::optional<double> width_step, height_step;  // the distance of the categories of x or y in px instead
  base::Span width_span, height_span;
  std::vector<Layer> layers;  // the layers; a single one for a chart without `layer`, and never none

  // Small multiples, whose layers all have the channel row or column.
  bool independent_x = false, independent_y = false;  // whether their scales are independent
  bool is_independent(Channel channel) const { return channel == Channel::x ? independent_x : independent_y; }
  std::optional<size_t> wrap;  // number of panels on a line

  // The same chart for narrow screens, if `narrow` states differences; otherwise null.
  std::shared_ptr<const Spec> narrow;
};

// Parses a spec. Reports all errors; returns nullopt if there are any. Codes: those of notation::Format as everywhere;
// "use-sql" for anything that a query does; "unsupported-key" and "unsupported-value" for parts of Vega-Lite that
// charts here do not support.
std::optional<Spec> parse_spec(const notation::Node& node, base::Diagnostics& diagnostics);

const notation::Format<Spec>& chart_format();  // all keys, also of its parts

}  // namespace chart
