#include "chart/plot.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "base/suggest.h"
#include "chart/channel_rules.h"
#include "chart/layout.h"
#include "chart/mark_traits.h"
#include "chart/stack.h"

namespace chart {
namespace {

// The share of the picture's width for a legend to the side of the plot.
constexpr double kMaxBesideShare = 0.3;

void report_nothing_to_draw(const Plot& plot, base::Diagnostics& diagnostics) {
  const std::string& name = plot.frame.name;
  base::Span at = plot.spec.data_span ? plot.spec.data_span : plot.spec.span;
  if (plot.frame.rows() == 0) {
    diagnostics.error("chart-empty", at, fmt::format("the data \"{}\" has no rows to draw", name))
        .suggest("check the WHERE of the query, or delete the chart");
  } else {
    diagnostics
        .error("chart-empty", at,
               fmt::format("no row of \"{}\" has a value in every field that this chart shows", name))
        .suggest("draw other fields, or select rows that have them");
  }
}

// Reports more marks than browsers show in good time. Lines and areas are single shapes. Code "chart-marks".
void check_count(const Plot& plot, base::Diagnostics& diagnostics) {
  constexpr size_t kMaxMarks = 10'000;
  for (const BoundLayer& layer : plot.layers) {
    if (layer.rows.size() <= kMaxMarks || traits_of(layer.mark).is_path || layer.mark == MarkType::boxplot) continue;
    diagnostics
        .error("chart-marks", layer.layer->mark.span,
               fmt::format("this draws {} marks, which browsers take long to show", layer.rows.size()))
        .expect(fmt::format("at most {}", kMaxMarks))
        .suggest("count them in cells by GROUP BY in a query, and draw the cells as rect with the count as color");
  }
}

// Reports highlighted names that the chart does not show. Code "unknown-highlight".
void check_highlight(const Plot& plot, base::Diagnostics& diagnostics) {
  std::set<std::string> names;
  for (const BoundLayer& layer : plot.layers)
    for (const BoundChannel& channel : layer.channels)
      if (!channel.categories.empty())
        for (size_t row : layer.rows) names.insert(channel.categories[row]);
  for (size_t i = 0; i < plot.spec.highlight.size(); ++i) {
    const std::string& name = plot.spec.highlight[i];
    if (names.contains(name)) continue;
    diagnostics
        .error("unknown-highlight", plot.spec.highlight_spans[i],
               fmt::format("this chart has no series, category or panel \"{}\"", name))
        .suggest(base::did_you_mean(name, base::views(names)));
  }
}

// Reports a size in steps on an axis without categories, or with several within each.
void check_steps(const Plot& plot, base::Diagnostics& diagnostics) {
  for (auto [channel, step, at] : {std::tuple{Channel::x, plot.spec.width_step, plot.spec.width_span},
                                   std::tuple{Channel::y, plot.spec.height_step, plot.spec.height_span}}) {
    const auto type = plot.types.find(channel);
    if (!step || (type != plot.types.end() && is_discrete(type->second) && !plot.types.contains(offset_in(channel))))
      continue;
    diagnostics
        .error("chart-no-effect", at,
               fmt::format("a step is the distance of the categories of {}, but {}", channel_name(channel),
                           plot.types.contains(offset_in(channel)) ? "each of them is divided" : "it has none"))
        .suggest("write the size in pixels");
  }
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
void build_shared_scales(Plot& plot, base::Diagnostics& diagnostics) {
  for (auto [channel, from, to] : {std::tuple{Channel::color, 0.0, 1.0}, std::tuple{Channel::shape, 0.0, 1.0},
                                   std::tuple{Channel::size, 4.0, 361.0}, std::tuple{Channel::opacity, 0.0, 1.0}}) {
    auto scale = build_scale(plot, plot.layers, channel, from, to, diagnostics);
    if (scale) plot.scales[channel] = *std::move(scale);
  }
}

constexpr size_t kMaxPanels = 60;

std::vector<std::string> categories_of(const std::vector<BoundLayer>& layers, Channel channel,
                                       const quantity::Frame& frame, base::Diagnostics& diagnostics) {
  if (scaled_channels(layers, channel).empty()) return {""};
  return ordered_categories(layers, channel, frame, diagnostics);
}

BoundLayer only_rows_of(const BoundLayer& layer, const Panel& panel) {
  BoundLayer part = layer;
  const BoundChannel *row = part.find(Channel::row), *column = part.find(Channel::column);
  auto elsewhere = [&](size_t at) {
    return (row && row->categories[at] != panel.row) || (column && column->categories[at] != panel.column);
  };
  std::erase_if(part.rows, elsewhere);
  std::erase_if(part.domain_rows, elsewhere);
  std::erase_if(part.fillers, [&](const Filler& filler) { return elsewhere(filler.at); });
  return part;
}

// Returns the panels of a chart with the rows of each: one panel for each category of `row` and `column`, or a single
// one with all rows if the chart has neither channel. Reports "chart-panels" if there are more panels than a page can
// show.
std::vector<Panel> split_panels(const std::vector<BoundLayer>& layers, const quantity::Frame& frame,
                                base::Diagnostics& diagnostics) {
  const auto rows = categories_of(layers, Channel::row, frame, diagnostics);
  const auto columns = categories_of(layers, Channel::column, frame, diagnostics);
  std::vector<Panel> panels;
  if (rows.size() * columns.size() > kMaxPanels) {
    Channel many = rows.size() > columns.size() ? Channel::row : Channel::column;
    const Encoding& encoding = *scaled_channels(layers, many).front()->encoding;
    diagnostics
        .error("chart-panels", encoding.field_span,
               fmt::format("this makes {} panels; a chart has at most {}", rows.size() * columns.size(), kMaxPanels))
        .suggest("exclude or aggregate some in the query, or show them by color");
    return panels;
  }
  for (size_t line = 0; line < rows.size(); ++line) {
    for (size_t place = 0; place < columns.size(); ++place) {
      Panel panel;
      panel.line = line;
      panel.place = place;
      panel.row = rows[line];
      panel.column = columns[place];
      for (const BoundLayer& layer : layers) panel.layers.push_back(only_rows_of(layer, panel));
      panels.push_back(std::move(panel));
    }
  }
  return panels;
}

}  // namespace

void wrap_panels(std::vector<Panel>& panels, size_t most_a_line) {
  if (lines_of(panels) > 1 || most_a_line == 0) return;
  for (size_t i = 0; i < panels.size(); ++i) {
    panels[i].line = i / most_a_line;
    panels[i].place = i % most_a_line;
  }
}

size_t lines_of(const std::vector<Panel>& panels) {
  return std::ranges::max_element(panels, {}, &Panel::line)->line + 1;
}

size_t places_of(const std::vector<Panel>& panels) {
  return std::ranges::max_element(panels, {}, &Panel::place)->place + 1;
}

Hatch hatch_of(const Plot& plot, const std::string& category) {
  const Colours& colours = plot.colours;
  const auto slot = colours.slots.find(category);
  if (slot == colours.slots.end() || slot->second == kNeutral) return {};
  const bool always = plot.options.hatched.contains(category);
  if (!always && (slot->second == 1 || colours.ordered)) return {};
  return {pattern_id(plot.options.id, slot->second), !always && colours.told_apart};
}

std::optional<Plot> make_plot(const Spec& spec, const quantity::Frame& frame, const DrawOptions& options,
                              base::Diagnostics& diagnostics) {
  const size_t errors_before = diagnostics.errors();
  auto failed = [&] { return diagnostics.errors() > errors_before; };
  Plot plot{spec, frame, options};

  auto layers = bind(spec, frame, options.no_category, plot.units().locale(), diagnostics);
  if (!layers) return std::nullopt;
  plot.layers = std::move(*layers);
  size_t marks = 0;
  for (BoundLayer& layer : plot.layers) {
    marks += layer.rows.size();
    choose_stack(layer);
  }
  if (marks == 0) report_nothing_to_draw(plot, diagnostics);
  if (failed()) return std::nullopt;
  check_bound_channels(plot.layers, spec, diagnostics);
  check_count(plot, diagnostics);
  check_highlight(plot, diagnostics);
  if (failed()) return std::nullopt;
  for (size_t column = 0; column < frame.columns(); ++column)
    plot.formats.emplace_back(frame, column, plot.units().locale());

  // Builds the scales that all panels share, and the stacks and colours that depend on them.
  plot.types = choose_types(plot.layers, diagnostics);
  check_scale_keys(plot.layers, plot.types, diagnostics);
  check_steps(plot, diagnostics);
  if (failed()) return std::nullopt;
  build_shared_scales(plot, diagnostics);
  for (BoundLayer& layer : plot.layers) stack(layer, frame, plot.scales, diagnostics);
  plot.colours = choose_colours(plot.layers, find_scale(plot.scales, Channel::color), options.colour_slots,
                                options.no_category, spec.highlight, diagnostics);
  plot.colours.told_apart = are_told_apart(plot.layers, plot.colours, options.lightness);
  const Scale* shape = find_scale(plot.scales, Channel::shape);
  if (shape && !failed()) check_shapes(plot.layers, *shape, spec.highlight, diagnostics);
  check_lines(plot.layers, frame, options.no_category, diagnostics);
  plot.panels = split_panels(plot.layers, frame, diagnostics);
  check_units(plot, diagnostics);
  if (failed()) return std::nullopt;

  plot.lines_named = wants_line_names(plot);
  const Side side = legend_side(plot.layers, options.width);
  const bool beside = side == Side::left || side == Side::right;
  if (beside) plot.legend = make_legend(plot, options.width * kMaxBesideShare);
  lay_out_panels(plot, diagnostics);
  check_ticks(plot, diagnostics);
  check_annotations(plot, diagnostics);
  if (failed()) return std::nullopt;
  if (!beside) plot.legend = make_legend(plot, plot.full_width - 2 * kEdge);
  lay_out_heights(plot);
  check_legibility(plot, diagnostics);
  return plot;
}

}  // namespace chart
