// Legends: which are needed, their entries, and their place in the picture (chart/plot.h).
#include "chart/plot.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/text.h"
#include "chart/layout.h"
#include "markup/text_width.h"

namespace chart {
namespace {

// The minimum width of a picture with a legend to the side of the plot.
constexpr double kMinBesideWidth = 480;
constexpr double kMinRampGap = 10;

constexpr double kRampStep = 22;  // width in px of a step of a ramp
constexpr double kRow = 20, kSwatch = 14, kLineSwatch = 26, kBeforeLabel = 6, kBetween = 16, kRampHeight = 12;

// The appearance of an entry's marks.
struct Look {
  bool bar = false, area = false, line = false, point = false;
  bool stacked = false, hollow = false;  // how areas and points are drawn
  bool plain = false;                    // whether bars have no pattern

  bool is_only_points() const { return point && !bar && !area && !line; }
};

struct Swatch {
  std::string label;
  std::string colour = "series-1";
  int series = 0;  // number of a category's colour; 0 for shapes and sizes
  int symbol = 0;
  double radius = 4.2;
  double opacity = 1;
  Hatch hatch = {};
  Look look = {};
};

double swatch_width(const Swatch& swatch) {
  const Look& look = swatch.look;
  if (look.bar || look.area) return kSwatch;
  return look.line ? kLineSwatch : std::max(kSwatch, 2 * swatch.radius);
}

std::vector<Shape> shapes_of(const Swatch& swatch) {
  const Look& look = swatch.look;
  const char* const edge = swatch.opacity < 1 && swatch.colour != "neutral" ? " edged" : "";  // as the marks have
  // As areas have whose fill is pale.
  const char* const area = look.stacked ? "area" : "area mark-line";
  if (look.bar || look.area)
    return {{.kind = Shape::Kind::rect,
             .y = -kSwatch / 2,
             .width = kSwatch,
             .height = kSwatch,
             .classes = mark_classes(look.bar ? "bar" : area, swatch.colour) + (look.stacked ? " stacked" : "") + edge,
             .hatch = swatch.hatch,
             .opacity = swatch.opacity,
             .stroke_width = look.bar || look.stacked ? 0.0 : 1.0}};
  std::vector<Shape> shapes;
  if (look.line)
    shapes.push_back({.kind = Shape::Kind::line,
                      .width = kLineSwatch,
                      .classes = mark_classes("line", swatch.colour),
                      .dash = swatch.series > 0 ? std::string(dash_of(swatch.series)) : "",
                      .opacity = swatch.opacity});
  if (look.point)
    shapes.push_back({.kind = Shape::Kind::symbol,
                      .x = look.line ? kLineSwatch / 2 : std::max(kSwatch / 2, swatch.radius),
                      .radius = swatch.radius,
                      .symbol = swatch.symbol,
                      .classes = mark_classes("point", swatch.colour) + (look.hollow ? " hollow" : edge),
                      .opacity = swatch.opacity});
  return shapes;
}

// Returns the keys that the spec states for a channel, or the defaults.
const GuideSpec& legend_spec(const std::vector<BoundLayer>& layers, Channel channel) {
  static const GuideSpec kDefaults;
  for (const BoundChannel* bound : scaled_channels(layers, channel))
    if (bound->encoding->legend.is_stated()) return bound->encoding->legend;
  return kDefaults;
}

bool draws(const BoundLayer& layer, const BoundChannel& bound, const std::string& category) {
  return std::any_of(layer.domain_rows.begin(), layer.domain_rows.end(),
                     [&](size_t row) { return bound.categories[row] == category; });
}

// Returns the marks with which layers draw a category, for its swatch. Without a category, returns all marks.
Look look_of(const std::vector<BoundLayer>& layers, Channel channel, const std::string& category = "") {
  Look look;
  for (const BoundLayer& layer : layers) {
    const BoundChannel* bound = layer.find(channel);
    if (!bound || bound->is_value()) continue;
    if (!category.empty() && !bound->categories.empty() && !draws(layer, *bound, category)) continue;
    switch (layer.mark) {
      case MarkType::bar:
      case MarkType::rect:
      case MarkType::boxplot:
        look.bar = true;
        break;
      case MarkType::area:
        look.area = true, look.stacked |= layer.stacked.has_value();
        break;
      case MarkType::line:
        look.line = true, look.point |= layer.layer->mark.point;
        break;
      case MarkType::point:
        look.point = true, look.hollow |= !layer.layer->mark.filled.value_or(true);
        break;
      case MarkType::rule:
      case MarkType::tick:
      case MarkType::errorbar:
        look.line = true;
        break;
      case MarkType::text:
        break;
    }
  }
  if (look.bar || look.area || look.line || look.point) return look;
  if (!category.empty()) return look_of(layers, channel);
  look.bar = look.plain = true;  // a plain swatch shows the colour of texts
  return look;
}

// Whether a legend would repeat an axis, because each of the axis's categories has its own colour.
bool repeats_axis(const std::vector<BoundLayer>& layers, Channel channel) {
  for (const BoundLayer& layer : layers) {
    const BoundChannel* bound = layer.find(channel);
    if (!bound || bound->is_value()) continue;
    bool found = false;
    for (Channel axis : {Channel::x, Channel::y, Channel::row, Channel::column}) {
      const BoundChannel* other = layer.find(axis);
      if (other && !other->is_continuous() && other->column == bound->column) found = true;
    }
    if (!found) return false;
  }
  return true;
}

// Whether both channels have the same field or datum in each layer.
bool tell_the_same(const std::vector<BoundLayer>& layers, Channel one, Channel other) {
  bool any = false;
  for (const BoundLayer& layer : layers) {
    const BoundChannel *a = layer.find(one), *b = layer.find(other);
    if (!a || !b || a->is_value() || b->is_value()) continue;
    const bool same = a->column == b->column && (a->column >= 0 || quantity::to_text(*a->encoding->datum) ==
                                                                       quantity::to_text(*b->encoding->datum));
    if (!same) return false;
    any = true;
  }
  return any;
}

// Lays out the entries in rows that wrap, or in a column.
class Builder {
 public:
  Builder(const Plot& plot, double width, Side side)
      : plot_(plot), width_(width), column_(side == Side::left || side == Side::right) {
    legend_.side = side;
  }

  Legend build() {
    add_colours();
    add_shapes();
    add_sizes();
    add_opacities();
    legend_.height = legend_.entries.empty() ? 0 : y_ + (x_ > 0 ? row_height_ : 0);
    return std::move(legend_);
  }

 private:
  void add_colours() {
    const Scale* scale = scale_of(Channel::color);
    if (!scale || plot_.lines_named) return;
    if (!scale->is_discrete()) return add_ramp(*scale);
    const auto look = [&](const std::string& category) {
      const Look own = look_of(plot_.layers, Channel::color, category);
      // A symbol would be that of another field.
      const bool shapes_differ =
          scale_of(Channel::shape) && !tell_the_same(plot_.layers, Channel::color, Channel::shape);
      return shapes_differ && own.is_only_points() ? Look{.bar = true, .plain = true} : own;
    };
    std::vector<Swatch> swatches;
    size_t others = 0;
    for (const std::string& category : scale->categories) {
      if (!is_listed(category, legend_spec(plot_.layers, Channel::color).values)) continue;
      if (is_muted(plot_.layers, Channel::color, category, plot_.spec.highlight)) {
        ++others;
        continue;
      }
      Swatch swatch{category};
      swatch.series = plot_.colours.slots.at(category);
      swatch.symbol = look_of_series(swatch.series, kSymbols);
      swatch.colour = category_class(plot_.colours, *scale, category);
      swatch.look = look(category);
      if (swatch.series == kNeutral) swatch.opacity = kMutedOpacity;
      if (!swatch.look.plain) swatch.hatch = hatch_of(plot_, category);
      swatches.push_back(std::move(swatch));
    }
    if (others > 0) {
      swatches.push_back({.label = plot_.options.words("chart_others", others),
                          .colour = "neutral",
                          .opacity = kMutedOpacity,
                          .look = look("")});
    }
    add_block(Channel::color, swatches);
  }

  void add_shapes() {
    const Scale* scale = scale_of(Channel::shape);
    if (!scale || tell_the_same(plot_.layers, Channel::color, Channel::shape)) return;
    std::vector<Swatch> swatches;
    for (int i = 0; const std::string& category : scale->categories) {
      const int symbol = i++ % kSymbols;
      if (is_listed(category, legend_spec(plot_.layers, Channel::shape).values) &&
          !is_muted(plot_.layers, Channel::shape, category, plot_.spec.highlight))
        swatches.push_back(
            {.label = category, .colour = plain_colour(), .symbol = symbol, .look = Look{.point = true}});
    }
    add_block(Channel::shape, swatches);
  }

  void add_sizes() {
    const Scale* scale = scale_of(Channel::size);
    if (!scale) return;
    std::vector<Swatch> swatches;
    const Look look{.point = true, .hollow = look_of(plot_.layers, Channel::size).hollow};
    for (const Tick& tick : ticks(Channel::size, *scale, 3)) {
      // Shows only values within the data, so there is no dot for a zero that no row has.
      if (label_of(tick).empty() || !is_in_data(tick.value, Channel::size)) continue;
      swatches.push_back(
          {.label = label_of(tick), .colour = plain_colour(), .radius = radius_of_size(tick.at), .look = look});
    }
    add_block(Channel::size, swatches);
  }

  void add_opacities() {
    const Scale* scale = scale_of(Channel::opacity);
    if (!scale) return;
    std::vector<Swatch> swatches;
    const Look look = look_of(plot_.layers, Channel::opacity);
    auto add_one = [&](const std::string& label, double part) {
      swatches.push_back({.label = label, .opacity = opacity_of_part(part), .look = look});
    };
    if (!scale->is_discrete())
      for (const Tick& tick : ticks(Channel::opacity, *scale, 4)) add_one(label_of(tick), tick.at);
    const auto last = static_cast<double>(std::max<size_t>(2, scale->categories.size()) - 1);
    for (double i = 0; const std::string& category : scale->categories) {
      const double part = i++ / last;
      if (is_listed(category, legend_spec(plot_.layers, Channel::opacity).values)) add_one(category, part);
    }
    add_block(Channel::opacity, swatches);
  }

  // Returns the colour of entries that show no colour: grey if colours show something.
  std::string plain_colour() const { return find_scale(plot_.scales, Channel::color) ? "neutral" : "series-1"; }

  const Scale* scale_of(Channel channel) const {
    const GuideSpec& spec = legend_spec(plot_.layers, channel);
    const bool hidden = spec.is_stated() ? spec.hidden : repeats_axis(plot_.layers, channel);
    return hidden ? nullptr : find_scale(plot_.scales, channel);
  }

  // Returns the values that a continuous scale's entries show, with their labels.
  std::vector<Tick> ticks(Channel channel, const Scale& scale, double count) const {
    const GuideSpec& spec = legend_spec(plot_.layers, channel);
    const BoundChannel& bound = *scaled_channels(plot_.layers, channel).front();
    std::vector<double> values;
    for (const quantity::Value& value : spec.values) values.push_back(number_of(value, bound.type));
    std::erase_if(values, [](double value) { return std::isnan(value); });
    const bool stated = !values.empty();
    if (!stated) values = scale.ticks(count);
    std::string format = spec.format;
    if (format.empty() && bound.column >= 0 && scale.type != ScaleType::time)
      format = tick_format(plot_.frame.fields[bound.column], stated, values, plot_.units());
    return labelled_ticks(scale, count, format, values, true, plot_.units().locale());
  }

  // Returns the label of a tick; "" if Vega or we would leave it out.
  static std::string label_of(const Tick& tick) { return tick.label.empty() ? "" : tick.text; }

  bool is_in_data(double value, Channel channel) const {
    if (!legend_spec(plot_.layers, channel).values.empty()) return true;
    bool any_below = false, any_above = false;
    for (const BoundLayer& layer : plot_.layers) {
      const BoundChannel* bound = layer.find(channel);
      if (!bound || bound->is_value()) continue;
      for (size_t row : layer.rows) {
        any_below |= bound->numbers[row] <= value;
        any_above |= bound->numbers[row] >= value;
      }
    }
    return any_below && any_above;
  }

  void new_row(double height) {
    if (x_ > 0) y_ += row_height_;
    x_ = 0;
    row_height_ = height;
  }

  // Adds a shape at a distance from the current position.
  void put(LegendEntry& entry, Shape shape, double dx) const {
    shape.x += x_ + dx;
    shape.y += y_ + row_height_ / 2;
    entry.shapes.push_back(std::move(shape));
  }

  void add_text(LegendEntry& entry, const std::string& text, std::string_view classes, bool bold) {
    std::string shown = markup::shorten_text(text, kFontSize, std::max(20.0, width_ - x_), bold);
    Shape shape = text_shape(0, 0.35 * kFontSize, std::move(shown), classes, "");
    const double width = markup::text_width(shape.text, kFontSize, bold);
    put(entry, std::move(shape), 0);
    x_ += width;
    legend_.width = std::max(legend_.width, x_);
  }

  void add_title(Channel channel) {
    const std::string title = channel_title(plot_, channel);
    new_row(kRow);
    if (title.empty()) return;
    add_text(legend_.entries.emplace_back(), title, "legend-title", true);
    x_ += kBetween;
  }

  void add_block(Channel channel, const std::vector<Swatch>& swatches) {
    if (swatches.empty()) return;
    add_title(channel);
    std::vector<std::string> labels;
    double widest_mark = 0;
    for (const Swatch& swatch : swatches) {
      labels.push_back(swatch.label);
      widest_mark = std::max(widest_mark, swatch_width(swatch));
    }
    labels = shorten_apart(labels, kFontSize, std::max(20.0, width_ - widest_mark - kBeforeLabel));
    for (size_t i = 0; i < swatches.size(); ++i) {
      const Swatch& swatch = swatches[i];
      const double mark = swatch_width(swatch);
      const double label = std::min(width_, markup::text_width(swatch.label, kFontSize));
      const double height = std::max(kRow, 2 * swatch.radius + 4);
      if (x_ > 0 && (column_ || x_ + mark + kBeforeLabel + label > width_)) new_row(height);
      row_height_ = std::max(row_height_, height);
      LegendEntry& entry = legend_.entries.emplace_back();
      entry.label = swatch.label;
      entry.colour = swatch.series > 0 ? swatch.colour : "";
      entry.series = swatch.series;
      for (Shape& shape : shapes_of(swatch)) put(entry, std::move(shape), 0);
      x_ += mark + kBeforeLabel;
      add_text(entry, labels[i], "legend-label", false);
      x_ += kBetween;
    }
  }

  // Adds nine cells in a row, with ticks below them at the positions of their values. There may be enough space here
  // for labels that d3 omits on a log scale.
  void add_ramp(const Scale& scale) {
    add_title(Channel::color);
    const double length = kRampStep * kRampSteps;
    std::vector<Tick> shown = ticks(Channel::color, scale, 5);
    std::erase_if(shown, [](const Tick& tick) { return !(tick.at >= -0.001 && tick.at <= 1.001); });
    double end = -1e9, before = 0, after = 0;  // labels at the ends extend beyond the bar
    for (Tick& tick : shown) {
      const double half = markup::text_width(tick.text, kFontSize) / 2;
      tick.at *= length;
      if (tick.text.empty() || tick.at - half < end) continue;
      tick.lines = {tick.text};
      end = tick.at + half + kMinRampGap;
      before = std::max(before, half - tick.at);
      after = std::max(after, tick.at + half - length);
    }
    if (x_ > 0 && (column_ || x_ + before + length + after > width_)) new_row(kRow);
    row_height_ = kRow;
    x_ += before;
    LegendEntry& bar = legend_.entries.emplace_back();
    for (int step = 0; step < kRampSteps; ++step)
      put(bar,
          {.kind = Shape::Kind::rect,
           .y = -kRampHeight / 2,
           .width = kRampStep,
           .height = kRampHeight,
           .classes = mark_classes("rect", ramp_step_class(scale, step))},
          step * kRampStep);
    for (const Tick& tick : shown) {
      LegendEntry& entry = legend_.entries.emplace_back();
      entry.label = tick.label;
      for (const std::string& line : tick.lines)
        put(entry, text_shape(0, kRampHeight / 2 + kFontSize + 2, line, "legend-label", "middle"), tick.at);
    }
    x_ += length + after;
    legend_.width = std::max(legend_.width, x_);
    row_height_ = kRow + kFontSize + 4;
    x_ += kBetween;
  }

  const Plot& plot_;
  const double width_;
  const bool column_;
  Legend legend_;
  double x_ = 0, y_ = 0, row_height_ = 0;
};

}  // namespace

Side legend_side(const std::vector<BoundLayer>& layers, double picture_width) {
  const bool beside = picture_width >= kMinBesideWidth;
  for (Channel channel : {Channel::color, Channel::shape, Channel::size, Channel::opacity}) {
    const std::string& orient = legend_spec(layers, channel).orient;
    if (orient == "bottom") return Side::bottom;
    if (beside && orient == "right") return Side::right;
    if (beside && orient == "left") return Side::left;
  }
  return Side::top;
}

Legend make_legend(const Plot& plot, double width) {
  return Builder(plot, width, legend_side(plot.layers, plot.options.width)).build();
}

void write_legend(markup::Writer& out, const Legend& legend, double x, double y) {
  if (legend.empty()) return;
  out.open("g").attr("class", "legend");
  out.attr("transform", fmt::format("translate({},{})", svg_number(x), svg_number(y)));
  for (const LegendEntry& entry : legend.entries) {
    const bool stands_for_marks = !entry.colour.empty();
    if (stands_for_marks) out.open("g").attr("class", "legend-entry " + entry.colour);
    if (stands_for_marks && entry.series > 0) out.attr("data-series", std::to_string(entry.series));
    for (const Shape& shape : entry.shapes) write_shape(out, shape);
    if (stands_for_marks) out.close();
  }
  out.close();
}

}  // namespace chart
