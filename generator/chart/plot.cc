#include "chart/plot.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "chart/marks.h"
#include "chart/scales.h"
#include "chart/stack.h"
#include "markup/text_width.h"

namespace chart {
namespace {

constexpr int kMostSeries = 8;
constexpr double kEdge = 2;               // around everything
constexpr double kTitleLine = 16;         // a line of an axis title
constexpr double kLeastWidth = 80;        // of the plotting area
constexpr double kMostLabelShare = 0.36;  // of the picture, for the labels of a y axis

const quantity::Units& units_of(const DrawOptions& options) {
  return options.units ? *options.units : quantity::standard_units();
}

bool anything_to_draw(const std::vector<BoundLayer>& layers, const Spec& spec, const quantity::Frame& frame,
                      base::Diagnostics& diagnostics) {
  bool any = std::any_of(layers.begin(), layers.end(), [](const BoundLayer& layer) { return !layer.rows.empty(); });
  if (any) return true;
  base::Span at = spec.data_span ? spec.data_span : spec.span;
  if (frame.rows() == 0) {
    diagnostics.error("chart-empty", at, fmt::format("the data \"{}\" has no rows to draw", frame.name))
        .suggest("look at what the query's WHERE leaves over, or delete the chart");
  } else {
    diagnostics
        .error("chart-empty", at,
               fmt::format("no row of \"{}\" has a value in every field that this chart shows", frame.name))
        .suggest("draw other fields, or select rows that have them");
  }
  return false;
}

// The slots that the site gives to entities first; the others take what is free, in order.
bool assign_slots(Plot& plot, const DrawOptions& options, base::Diagnostics& diagnostics) {
  auto found = plot.scales.find(Channel::color);
  if (found == plot.scales.end()) return true;
  const auto& categories = found->second.categories;
  if (categories.size() > kMostSeries) {
    const Encoding& encoding = *scaled_channels(plot.layers, Channel::color).front()->encoding;
    diagnostics
        .error("chart-series", encoding.field_span,
               fmt::format("\"{}\" has {} categories; colours tell at most {} apart", encoding.field, categories.size(),
                           kMostSeries))
        .suggest("leave some out or sum them up in the query, or put them on an axis");
    return false;
  }
  std::set<int> taken;
  for (const std::string& category : categories) {
    auto slot = options.colour_slots.find(category);
    if (slot == options.colour_slots.end() || slot->second < 1 || slot->second > kMostSeries) continue;
    // Two entities of one colour can meet in a chart; the second then takes a free one.
    if (taken.insert(slot->second).second) plot.slots[category] = slot->second;
  }
  int next = 1;
  for (const std::string& category : categories) {
    if (plot.slots.contains(category)) continue;
    while (taken.contains(next)) ++next;
    taken.insert(next);
    plot.slots[category] = next;
  }
  return true;
}

struct ScaleTypes {
  std::map<Channel, ScaleType> types;
  const ScaleType* find(Channel channel) const {
    auto found = types.find(channel);
    return found == types.end() ? nullptr : &found->second;
  }
};

ScaleTypes choose_types(const std::vector<BoundLayer>& layers, base::Diagnostics& diagnostics) {
  ScaleTypes result;
  for (Channel channel :
       {Channel::x, Channel::y, Channel::x_offset, Channel::y_offset, Channel::color, Channel::shape, Channel::size}) {
    if (scaled_channels(layers, channel).empty()) continue;
    if (auto type = choose_scale_type(layers, channel, diagnostics)) result.types.emplace(channel, *type);
  }
  return result;
}

bool is_discrete(const ScaleType* type) {
  return type && (*type == ScaleType::band || *type == ScaleType::point || *type == ScaleType::ordinal);
}

size_t count_categories(const std::vector<BoundLayer>& layers, Channel channel) {
  std::set<std::string> names;
  for (const BoundLayer& layer : layers) {
    const BoundChannel* bound = layer.find(channel);
    if (!bound || bound->is_value() || bound->categories.empty()) continue;
    for (size_t row : layer.domain_rows) names.insert(bound->categories[row]);
  }
  return names.size();
}

// Without a wish: a fixed share of the width, or so much for each category that its label has room.
double plot_height(const Spec& spec, const std::vector<BoundLayer>& layers, const ScaleTypes& types, double width) {
  if (spec.height) return *spec.height;
  if (!types.find(Channel::y)) return 60;
  if (!is_discrete(types.find(Channel::y))) return std::round(std::clamp(width * 0.45, 200.0, 340.0));
  const auto count = static_cast<double>(count_categories(layers, Channel::y));
  const double nested =
      types.find(Channel::y_offset) ? static_cast<double>(count_categories(layers, Channel::y_offset)) : 1;
  const double step = nested > 1 ? nested * 16 + 10 : count <= 12 ? 32 : count <= 24 ? 26 : 20;
  return std::max(60.0, count * step);
}

void build(Plot& plot, Channel channel, const ScaleTypes& types, double from, double to, const quantity::Frame& frame,
           base::Diagnostics& diagnostics) {
  const ScaleType* type = types.find(channel);
  if (type) plot.scales[channel] = build_scale(plot.layers, channel, *type, from, to, frame, diagnostics);
}

void build_position(Plot& plot, Channel channel, const ScaleTypes& types, const quantity::Frame& frame,
                    base::Diagnostics& diagnostics) {
  const bool x = channel == Channel::x;
  const double length = x ? plot.width : plot.height;
  // Numbers grow upwards, lists are read downwards.
  const bool upwards = !x && !is_discrete(types.find(channel));
  build(plot, channel, types, upwards ? length : 0, upwards ? 0 : length, frame, diagnostics);
  auto found = plot.scales.find(channel);
  const double band = found != plot.scales.end() ? found->second.bandwidth() : length;
  build(plot, x ? Channel::x_offset : Channel::y_offset, types, 0, band, frame, diagnostics);
}

Axis axis_of(Plot& plot, Channel channel, const quantity::Frame& frame, const DrawOptions& options,
             base::Diagnostics& diagnostics) {
  const bool x = channel == Channel::x;
  return make_axis({plot.layers, frame, units_of(options), channel, plot.scales.at(channel),
                    x ? plot.width : plot.height, options.width * kMostLabelShare},
                   diagnostics);
}

// How far texts reach out of the plotting area to the right.
double overhang(const std::vector<Shape>& shapes, double width) {
  double most = 0;
  for (const Shape& shape : shapes) {
    if (shape.kind != Shape::Kind::text) continue;
    double text = markup::text_width(shape.text, shape.font_size);
    double end = shape.x + (shape.anchor == "middle" ? text / 2 : shape.anchor == "end" ? 0 : text);
    most = std::max(most, end - width);
  }
  return most;
}

void draw_layers(Plot& plot, const quantity::Frame& frame, const DrawOptions& options) {
  plot.shapes.clear();
  MarkContext context{frame,      plot.scales,       plot.width,   plot.height,
                      plot.slots, units_of(options), plot.formats, options.id};
  for (const BoundLayer& layer : plot.layers) {
    std::vector<Shape> shapes = draw_marks(layer, context);
    plot.shapes.insert(plot.shapes.end(), shapes.begin(), shapes.end());
  }
}

void lay_out_x(Plot& plot, const Spec& spec, const ScaleTypes& types, const quantity::Frame& frame,
               const DrawOptions& options, base::Diagnostics& diagnostics) {
  const double y_extent = plot.y_axis && !plot.y_axis->hidden ? plot.y_axis->extent : 0;
  const bool has_x = types.find(Channel::x);
  double before = y_extent, after = kEdge;
  // Labels and texts that reach beyond the ends take room, which moves the ends: a few rounds settle it.
  for (int round = 0; round < 4; ++round) {
    plot.left = before + kEdge;
    plot.width = spec.width ? *spec.width : std::max(kLeastWidth, options.width - plot.left - after - kEdge);
    base::Diagnostics ignored;
    base::Diagnostics& told = round == 0 ? diagnostics : ignored;
    build_position(plot, Channel::x, types, frame, told);
    plot.x_axis.reset();
    if (has_x) plot.x_axis = axis_of(plot, Channel::x, frame, options, told);
    draw_layers(plot, frame, options);
    double need_before = std::max(y_extent, plot.x_axis ? plot.x_axis->before : 0);
    double need_after = std::max({kEdge, plot.x_axis ? plot.x_axis->after : 0, overhang(plot.shapes, plot.width)});
    if (need_before <= before + 0.01 && need_after <= after + 0.01) break;
    before = std::max(before, need_before), after = std::max(after, need_after);
  }
  plot.full_width = spec.width ? plot.left + plot.width + after + kEdge : options.width;
}

void wrap_title(std::optional<Axis>& axis, double width) {
  if (axis && !axis->hidden && !axis->title.empty()) {
    axis->title_lines = markup::wrap_text(axis->title, kFontSize, width);
  }
}

void lay_out_heights(Plot& plot) {
  const double legend = plot.legend.height > 0 ? plot.legend.height + 8 : 0;
  const double y_title = plot.y_axis ? kTitleLine * static_cast<double>(plot.y_axis->title_lines.size()) : 0;
  // Half a label reaches above the plotting area.
  const double above = plot.y_axis && !plot.y_axis->discrete && !plot.y_axis->hidden ? 8 : 4;
  plot.top = kEdge + legend + (y_title > 0 ? y_title + 4 : 0) + above;
  double below = 6;
  if (plot.x_axis && !plot.x_axis->hidden) {
    const auto lines = static_cast<double>(plot.x_axis->title_lines.size());
    below = plot.x_axis->extent + 4 + (lines > 0 ? kTitleLine * lines + 4 : 0);
  } else if (plot.y_axis && !plot.y_axis->discrete) {
    below = 10;
  }
  plot.full_height = plot.top + plot.height + below + kEdge;
}

}  // namespace

std::optional<Plot> make_plot(const Spec& spec, const quantity::Frame& frame, const DrawOptions& options,
                              base::Diagnostics& diagnostics) {
  const size_t errors_before = diagnostics.errors();
  Plot plot;

  // Channels.
  auto layers = bind(spec, frame, diagnostics);
  if (!layers) return std::nullopt;
  plot.layers = std::move(*layers);
  if (!anything_to_draw(plot.layers, spec, frame, diagnostics)) return std::nullopt;
  for (BoundLayer& layer : plot.layers) stack(layer, frame);
  for (size_t column = 0; column < frame.columns(); ++column) plot.formats.emplace_back(frame, column);

  // Scales that need no room; then y, whose labels decide how much is left for x.
  const ScaleTypes types = choose_types(plot.layers, diagnostics);
  if (diagnostics.errors() > errors_before) return std::nullopt;
  build(plot, Channel::color, types, 0, 1, frame, diagnostics);
  build(plot, Channel::shape, types, 0, 1, frame, diagnostics);
  build(plot, Channel::size, types, 4, 361, frame, diagnostics);
  if (!assign_slots(plot, options, diagnostics)) return std::nullopt;
  plot.height = plot_height(spec, plot.layers, types, options.width);
  build_position(plot, Channel::y, types, frame, diagnostics);
  if (types.find(Channel::y)) plot.y_axis = axis_of(plot, Channel::y, frame, options, diagnostics);
  lay_out_x(plot, spec, types, frame, options, diagnostics);
  if (diagnostics.errors() > errors_before) return std::nullopt;

  plot.legend = make_legend(plot.layers, plot.scales, plot.slots, frame, units_of(options), options.id,
                            plot.full_width - 2 * kEdge);
  wrap_title(plot.x_axis, plot.full_width - 2 * kEdge);
  wrap_title(plot.y_axis, plot.full_width - 2 * kEdge);
  lay_out_heights(plot);
  return plot;
}

}  // namespace chart
