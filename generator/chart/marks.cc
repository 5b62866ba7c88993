#include "chart/marks.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "chart/mark_traits.h"
#include "chart/ticks.h"
#include "quantity/number_format.h"

namespace chart {
namespace {

constexpr double kPointBandSize = 18;  // width of bars at the points of a point scale; Vega-Lite's default
constexpr double kMinBandWidth = 0.25;
constexpr double kPointArea = 40;
constexpr double kMutedWidth = 1;
constexpr double kOpenLength = 14;  // length of an open stroke in px

const Scale* scale_of(Channel channel, const MarkContext& context) {
  if (is_position(channel)) channel = first_end(channel);
  const Scale* own = find_scale(context.panel.scales, channel);
  return own ? own : find_scale(context.plot.scales, channel);
}

double extent_of(Channel channel, const MarkContext& context) {
  return is_along_x(channel) ? context.panel.width : context.panel.height;
}

// Returns the nested scale and sets the index in it; null if there is none.
const Scale* nested_scale(const BoundLayer& layer, Channel channel, size_t row, const MarkContext& context,
                          size_t* at) {
  const BoundChannel* nested = layer.find(offset_in(channel));
  const Scale* scale = nested && !nested->is_value() ? scale_of(offset_in(channel), context) : nullptr;
  int index = scale ? scale->index_of(nested->categories[row]) : -1;
  if (index < 0) return nullptr;
  *at = static_cast<size_t>(index);
  return scale;
}

// Whether a layer helps to read other marks: lines and bands at stated positions, strokes between the ends of ranges.
bool is_reference(const BoundLayer& layer) {
  return traits_of(layer.mark).is_reference || (layer.mark == MarkType::rect && !shows_data(layer));
}

bool is_filled(const BoundLayer& layer) { return layer.layer->mark.filled.value_or(true); }

// Good and bad are the two ends of the ramp for values on both sides of a middle, which everybody can tell apart.
std::string fixed_colour_class(std::string_view colour) {
  if (colour == "accent") return "mark-accent";
  if (colour == "good") return "div-1";
  return colour == "bad" ? "div-7" : "neutral";
}

double opacity_of(const BoundLayer& layer, size_t row, const MarkContext& context) {
  const BoundChannel* opacity = layer.find(Channel::opacity);
  const Scale* scale = scale_of(Channel::opacity, context);
  if (opacity && scale && !opacity->is_value()) return opacity_at(*scale, *opacity, row);
  double value = opacity && opacity->is_value() ? quantity::to_double(*opacity->encoding->value)
                                                : layer.layer->mark.opacity.value_or(1);
  return std::isnan(value) ? 1 : std::clamp(value, 0.0, 1.0);
}

}  // namespace

double place(const BoundLayer& layer, Channel channel, size_t row, const MarkContext& context) {
  const BoundChannel* bound = layer.find(channel);
  if (!bound) return extent_of(channel, context) / 2;
  if (bound->is_value()) {
    const quantity::Value& value = *bound->encoding->value;
    if (quantity::is_number(value)) return quantity::to_double(value);
    bool far = quantity::to_text(value) == (is_along_x(channel) ? "width" : "height");
    return far ? extent_of(channel, context) : 0;
  }
  const Scale* scale = scale_of(channel, context);
  if (!scale) return kNone;
  if (!scale->is_discrete()) {
    return scale->position(layer.stacked == channel ? layer.stack_to[row] : bound->numbers[row]);
  }
  int index = scale->index_of(bound->categories[row]);
  if (index < 0) return kNone;
  size_t at = 0;
  if (const Scale* nested = nested_scale(layer, channel, row, context, &at)) {
    return scale->band_start(static_cast<size_t>(index)) + nested->centre(at);
  }
  return scale->centre(static_cast<size_t>(index));
}

Reach band_reach(const BoundLayer& layer, Channel channel, size_t row, const MarkContext& context) {
  const BoundChannel* bound = layer.find(channel);
  const std::optional<double> size = fixed_size(layer);
  const double middle = place(layer, channel, row, context);
  double length = kContinuousBandSize;
  if (!bound) {
    length = extent_of(channel, context) * (layer.mark == MarkType::tick ? 0.75 : 0.9);  // the shares of Vega-Lite
  } else if (const Scale* scale = scale_of(channel, context); scale && scale->is_discrete()) {
    size_t at = 0;
    const Scale* nested = nested_scale(layer, channel, row, context, &at);
    const Scale& band = nested ? *nested : *scale;
    length = band.type == ScaleType::band ? std::max(kMinBandWidth, band.bandwidth())
                                          : std::min(kPointBandSize, band.step());
  }
  if (size) length = *size;
  return {middle - length / 2, length};
}

Reach value_reach(const BoundLayer& layer, Channel channel, size_t row, const MarkContext& context) {
  const BoundChannel* bound = layer.find(channel);
  const Scale* scale = scale_of(channel, context);
  if (!bound || !scale) return {0, extent_of(channel, context)};
  if (scale->is_discrete()) return band_reach(layer, channel, row, context);
  double end = place(layer, channel, row, context);
  double begin = 0;
  if (layer.stacked == channel) {
    begin = scale->position(layer.stack_from[row]);
  } else if (layer.find(second_end(channel))) {
    begin = place(layer, second_end(channel), row, context);
  } else {
    begin = scale->has_zero() && scale->reaches(0) ? scale->position(0) : scale->range_from;
  }
  return {std::min(begin, end), std::abs(end - begin)};
}

Shape mark_shape(Shape::Kind kind, const BoundLayer& layer, size_t row, const MarkContext& context) {
  Shape shape;
  shape.kind = kind;
  shape.classes = mark_classes(mark_name(layer.mark), colour_class(layer, row, context));
  shape.opacity = opacity_of(layer, row, context);
  if (shows_data(layer)) shape.row = row;
  mute(shape, layer, row, context);
  return shape;
}

void mute(Shape& shape, const BoundLayer& layer, size_t row, const MarkContext& context) {
  // Rows without a category are not what a colour stresses.
  const bool is_unnamed = layer.mark != MarkType::text && series_of(layer, row, context) == kNeutral;
  shape.muted = is_unnamed || is_muted(layer, row, context.plot.spec.highlight);
  if (shape.muted) shape.opacity = std::min(shape.opacity, kMutedOpacity);
}

std::vector<size_t> rows_of(const BoundLayer& layer) {
  if (shows_data(layer) || layer.rows.empty()) return layer.rows;
  return {layer.rows.front()};
}

int series_of(const BoundLayer& layer, size_t row, const MarkContext& context) {
  const BoundChannel* color = layer.find(Channel::color);
  if (!color || color->is_value() || color->is_continuous()) return 1;
  auto found = context.plot.colours.slots.find(color->categories[row]);
  return found == context.plot.colours.slots.end() ? 1 : found->second;
}

std::string colour_class(const BoundLayer& layer, size_t row, const MarkContext& context) {
  if (layer.mark != MarkType::text && is_muted(layer, row, context.plot.spec.highlight)) return "neutral";
  const BoundChannel* color = layer.find(Channel::color);
  const Scale* scale = scale_of(Channel::color, context);
  if (color && color->is_value())
    return fixed_colour_class(!color->passes.empty() && color->passes[row]
                                  ? color->encoding->condition->colour
                                  : quantity::to_text(*color->encoding->value));
  if (!color || !scale) {
    if (layer.mark == MarkType::text) return "";
    // A layer without a colour channel is grey if other layers have one.
    return is_reference(layer) || scale ? "neutral" : series_class(1);
  }
  if (!scale->is_discrete()) {
    // Cells touch each other; other marks need an edge, because the first steps are almost as light as the paper.
    const bool edged = layer.mark == MarkType::bar || (layer.mark == MarkType::point && is_filled(layer));
    return ramp_class(*scale, color->numbers[row]) + (edged ? " edged" : "");
  }
  return category_class(context.plot.colours, *scale, color->categories[row]);
}

Hatch hatch_of(const BoundLayer& layer, size_t row, const MarkContext& context) {
  const BoundChannel* color = layer.find(Channel::color);
  return color && !color->is_value() && !color->is_continuous() ? hatch_of(context.plot, color->categories[row])
                                                                : Hatch();
}

int symbol_of(const BoundLayer& layer, size_t row, const MarkContext& context) {
  const BoundChannel* shape = layer.find(Channel::shape);
  const Scale* scale = scale_of(Channel::shape, context);
  const BoundChannel* color = layer.find(Channel::color);
  bool same = shape && color && shape->column == color->column;
  if (shape && scale && !same) return std::max(0, scale->index_of(shape->categories[row])) % kSymbols;
  if (layer.layer->mark.square && !color) return 1;
  return look_of_series(series_of(layer, row, context), kSymbols);
}

std::optional<double> fixed_size(const BoundLayer& layer) {
  const BoundChannel* size = layer.find(Channel::size);
  return size && size->is_value() ? quantity::to_double(*size->encoding->value) : layer.layer->mark.size;
}

double stroke_width_of(const BoundLayer& layer, bool muted) {
  const bool sized = layer.find(Channel::size) && layer.mark != MarkType::tick;
  return (sized ? fixed_size(layer) : layer.layer->mark.stroke_width).value_or(muted ? kMutedWidth : 0);
}

double symbol_radius(const BoundLayer& layer, size_t row, const MarkContext& context) {
  const BoundChannel* size = layer.find(Channel::size);
  const Scale* scale = scale_of(Channel::size, context);
  if (size && scale && !size->is_value()) return radius_of_size(scale->position(size->numbers[row]));
  return std::sqrt(std::max(0.0, fixed_size(layer).value_or(kPointArea)) / std::numbers::pi);
}

bool shows_data(const BoundLayer& layer) {
  return std::any_of(layer.channels.begin(), layer.channels.end(), [](const BoundChannel& bound) {
    const Channel channel = bound.encoding->channel;
    return bound.column >= 0 && channel != Channel::row && channel != Channel::column;
  });
}

std::string value_text(const BoundChannel& channel, size_t row, const MarkContext& context) {
  const Encoding& encoding = *channel.encoding;
  const quantity::Value& value = context.plot.frame.at(row, channel.column);
  const quantity::Locale& locale = context.plot.units().locale();
  if (!encoding.format.empty() && channel.type == Type::temporal) {
    if (auto moment = parse_time(quantity::to_text(value))) return format_time(*moment, encoding.format, locale);
  } else if (!encoding.format.empty() && quantity::is_number(value)) {
    if (auto format = quantity::NumberFormat::parse(encoding.format)) return (*format)(value, locale);
  }
  const std::string text = context.plot.formats[static_cast<size_t>(channel.column)](value);
  return channel.type == Type::temporal ? write_moment(text, locale) : text;
}

std::string tooltip_of(const BoundLayer& layer, size_t row, const MarkContext& context) {
  std::vector<int> columns;
  std::string text;
  bool own = layer.find(Channel::tooltip);
  for (const BoundChannel& channel : layer.channels) {
    const Encoding& encoding = *channel.encoding;
    const int column = channel.column;
    if (column < 0 || (own && encoding.channel != Channel::tooltip)) continue;
    if (std::find(columns.begin(), columns.end(), column) != columns.end()) continue;
    columns.push_back(column);
    const quantity::Field& field = context.plot.frame.fields[column];
    const quantity::Value& value = context.plot.frame.at(row, column);
    const quantity::ColumnFormat& format = context.plot.formats[static_cast<size_t>(column)];
    std::string shown = own && !encoding.format.empty() ? value_text(channel, row, context)
                        : field.is_measure()
                            ? format.with_unit(value, context.plot.frame.unit_of(row, column), context.plot.units())
                        : channel.type == Type::temporal ? write_moment(format(value), context.plot.units().locale())
                                                         : format(value);
    if (!text.empty()) text += '\n';
    const bool titled = own && encoding.title && !encoding.title->empty();
    text += fmt::format("{}: {}", titled ? *encoding.title : field.title, shown);
  }
  return text;
}

std::optional<OpenEnd> open_end(const BoundLayer& layer, Channel second, size_t row, const MarkContext& context) {
  if (!is_half_known(layer, second, row)) return std::nullopt;
  const Channel first = first_end(second);
  // The other ranges of the layer show which of the two columns usually has the greater values.
  double sum = 0;
  for (size_t other : layer.rows) {
    const double length = place(layer, second, other, context) - place(layer, first, other, context);
    if (!std::isnan(length)) sum += length > 0 ? 1 : length < 0 ? -1 : 0;
  }
  if (sum == 0) sum = first == Channel::x ? 1 : -1;
  const bool first_known = layer.find(first)->present[row];
  return OpenEnd{place(layer, first_known ? first : second, row, context), (sum > 0) == first_known ? 1.0 : -1.0};
}

Shape open_stroke(const OpenEnd& end, double across, bool along_x) {
  const double length = end.towards * kOpenLength;
  Shape stroke = along_x ? line_shape(end.known, across, end.known + length, across, "")
                         : line_shape(across, end.known, across, end.known + length, "");
  stroke.dash = "2 2";
  return stroke;
}

std::vector<Shape> draw_marks(const BoundLayer& layer, const MarkContext& context) {
  auto draw = [&]() -> std::vector<Shape> {
    switch (layer.mark) {
      case MarkType::bar:
      case MarkType::rect:
        return draw_bars(layer, context);
      case MarkType::line:
      case MarkType::area:
        return draw_paths(layer, context);
      case MarkType::point:
        return draw_points(layer, context);
      case MarkType::rule:
      case MarkType::tick:
      case MarkType::errorbar:
        return draw_rules(layer, context);
      case MarkType::boxplot:
        return draw_boxes(layer, context);
      case MarkType::text:
        return draw_texts(layer, context);
    }
    return {};
  };
  std::vector<Shape> shapes = draw();
  for (Shape& shape : shapes) shape.clipped = layer.layer->mark.clip;
  // What is highlighted is drawn above the others, which have no labels.
  if (layer.mark == MarkType::text) std::erase_if(shapes, [](const Shape& shape) { return shape.muted; });
  std::stable_partition(shapes.begin(), shapes.end(), [](const Shape& shape) { return shape.muted; });
  return shapes;
}

}  // namespace chart
