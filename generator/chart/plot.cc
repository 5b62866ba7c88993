#include "chart/plot.h"

#include <algorithm>

#include <fmt/format.h>

#include "chart/channel_rules.h"
#include "chart/layout.h"
#include "chart/stack.h"

namespace chart {
namespace {

// The minimum width of a picture with a legend to the side of the plot.
constexpr double kMinBesideWidth = 480;
constexpr double kMaxBesideShare = 0.3;

bool anything_to_draw(const std::vector<BoundLayer>& layers, const Spec& spec, const quantity::Frame& frame,
                      base::Diagnostics& diagnostics) {
  bool any = std::any_of(layers.begin(), layers.end(), [](const BoundLayer& layer) { return !layer.rows.empty(); });
  if (any) return true;
  base::Span at = spec.data_span ? spec.data_span : spec.span;
  if (frame.rows() == 0) {
    diagnostics.error("chart-empty", at, fmt::format("the data \"{}\" has no rows to draw", frame.name))
        .suggest("check the WHERE of the query, or delete the chart");
  } else {
    diagnostics
        .error("chart-empty", at,
               fmt::format("no row of \"{}\" has a value in every field that this chart shows", frame.name))
        .suggest("draw other fields, or select rows that have them");
  }
  return false;
}

std::map<Channel, ScaleType> choose_types(const std::vector<BoundLayer>& layers, base::Diagnostics& diagnostics) {
  std::map<Channel, ScaleType> types;
  for (Channel channel : {Channel::x, Channel::y, Channel::x_offset, Channel::y_offset, Channel::color, Channel::shape,
                          Channel::size, Channel::opacity}) {
    if (scaled_channels(layers, channel).empty()) continue;
    if (auto type = choose_scale_type(layers, channel, diagnostics)) types.emplace(channel, *type);
  }
  return types;
}

// Builds the scales that need no space. Their ranges are parts of the ramp or of the opacities, or areas of symbols.
void build_shared_scales(Plot& plot, const LayoutRequest& request, base::Diagnostics& diagnostics) {
  for (auto [channel, from, to] : {std::tuple{Channel::color, 0.0, 1.0}, std::tuple{Channel::shape, 0.0, 1.0},
                                   std::tuple{Channel::size, 4.0, 361.0}, std::tuple{Channel::opacity, 0.0, 1.0}}) {
    auto type = request.types.find(channel);
    if (type == request.types.end()) continue;
    plot.scales[channel] = build_scale(plot.layers, channel, type->second, from, to, request.frame, diagnostics);
  }
}

Legend legend_of(const Plot& plot, const LayoutRequest& request, double width, base::Diagnostics& diagnostics) {
  return make_legend({plot.layers, plot.scales, plot.colours, request.frame, units_of(request.options),
                      request.options.id, width, plot.lines_named, request.options.width >= kMinBesideWidth},
                     diagnostics);
}

bool stands_beside(const Plot& plot, const LayoutRequest& request) {
  Side side = legend_side(plot.layers, request.options.width >= kMinBesideWidth);
  return side == Side::left || side == Side::right;
}

}  // namespace

std::optional<Plot> make_plot(const Spec& spec, const quantity::Frame& frame, const DrawOptions& options,
                              base::Diagnostics& diagnostics) {
  const size_t errors_before = diagnostics.errors();
  auto failed = [&] { return diagnostics.errors() > errors_before; };
  Plot plot;

  auto layers = bind(spec, frame, options.no_category, diagnostics);
  if (!layers) return std::nullopt;
  plot.layers = std::move(*layers);
  if (!anything_to_draw(plot.layers, spec, frame, diagnostics)) return std::nullopt;
  for (BoundLayer& layer : plot.layers) choose_stack(layer);
  check_bound_channels(plot.layers, diagnostics);
  if (failed()) return std::nullopt;
  for (size_t column = 0; column < frame.columns(); ++column) plot.formats.emplace_back(frame, column);

  // Builds the scales that all panels share, and the stacks and colours that depend on them.
  const std::map<Channel, ScaleType> types = choose_types(plot.layers, diagnostics);
  check_scale_keys(plot.layers, types, diagnostics);
  if (failed()) return std::nullopt;
  const LayoutRequest request{spec, frame, options, types};
  build_shared_scales(plot, request, diagnostics);
  for (BoundLayer& layer : plot.layers) stack(layer, frame, plot.scales, diagnostics);
  auto color = plot.scales.find(Channel::color);
  plot.colours = choose_colours(plot.layers, color == plot.scales.end() ? nullptr : &color->second,
                                options.colour_slots, options.no_category, diagnostics);
  auto shape = plot.scales.find(Channel::shape);
  if (shape != plot.scales.end() && !failed()) check_shapes(plot.layers, shape->second, diagnostics);
  check_lines(plot.layers, frame, options.no_category, diagnostics);
  plot.panels = split_panels(plot.layers, frame, diagnostics);
  if (failed()) return std::nullopt;

  plot.lines_named = wants_line_names(plot, request);
  const bool beside = stands_beside(plot, request);
  if (beside) plot.legend = legend_of(plot, request, options.width * kMaxBesideShare, diagnostics);
  lay_out_panels(plot, request, diagnostics);
  if (failed()) return std::nullopt;
  if (!beside) plot.legend = legend_of(plot, request, plot.full_width - 2 * kEdge, diagnostics);
  if (failed()) return std::nullopt;
  lay_out_heights(plot, options);
  return plot;
}

}  // namespace chart
