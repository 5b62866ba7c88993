#include "chart/draw.h"

#include <algorithm>

#include <fmt/format.h>

#include "chart/layout.h"
#include "chart/plot.h"
#include "chart/summary.h"

namespace chart {
namespace {

// Returns the columns of the data table: x before y, then the columns that distinguish series, then the others.
std::vector<size_t> shown_columns(const Plot& plot) {
  std::vector<size_t> columns;
  auto add = [&](int column) {
    if (column < 0) return;
    auto index = static_cast<size_t>(column);
    if (std::find(columns.begin(), columns.end(), index) == columns.end()) columns.push_back(index);
  };
  for (bool measures : {false, true})
    for (const BoundLayer& layer : plot.layers)
      for (Channel channel : {Channel::row, Channel::column, Channel::x, Channel::y, Channel::x_offset,
                              Channel::y_offset, Channel::color, Channel::shape, Channel::detail, Channel::x2,
                              Channel::y2, Channel::size, Channel::opacity, Channel::text, Channel::tooltip})
        for (const BoundChannel& bound : layer.channels)
          if (bound.encoding->channel == channel && (bound.type == Type::quantitative) == measures) add(bound.column);
  // If a column has a unit for each row, the column with the units follows it.
  for (size_t i = 0; i < columns.size(); ++i) {
    const std::string& unit_field = plot.frame.fields[columns[i]].unit_field;
    if (!unit_field.empty()) add(plot.frame.find(unit_field));
  }
  return columns;
}

std::string clip_id(const Plot& plot) { return plot.options.id + "-clip"; }

void write_definitions(markup::Writer& out, const Plot& plot) {
  bool hatched = false, clipped = false;
  for (const Panel& panel : plot.panels)
    for (const Shape& shape : panel.shapes) {
      hatched |= !shape.hatch.pattern.empty();
      clipped |= shape.clipped;
    }
  for (const LegendEntry& entry : plot.legend.entries)
    for (const Shape& shape : entry.shapes) hatched |= !shape.hatch.pattern.empty();
  int series = 0;
  for (const auto& [category, slot] : plot.colours.slots) series = std::max(series, slot);
  if (hatched) write_patterns(out, plot.options.id, series);
  if (!clipped) return;
  // All panels have the same size, and positions of marks are relative to the panel's corner.
  const Panel& panel = plot.panels.front();
  out.open("defs").open("clipPath").attr("id", clip_id(plot)).open("rect");
  out.attr("width", svg_number(panel.width)).attr("height", svg_number(panel.height)).close().close().close();
}

// Whether the marks are in named rows, like horizontal bars.
bool has_rows(const Panel& panel) {
  auto is_discrete = [&](Channel channel) {
    const Scale* scale = find_scale(panel.scales, channel);
    return scale && scale->is_discrete();
  };
  return is_discrete(Channel::y) && !is_discrete(Channel::x);
}

void write_panel(markup::Writer& out, const Panel& panel, const Plot& plot) {
  // Panels are at whole pixels, so that lines are sharp and cairo copies hatches instead of sampling them.
  out.open("g").attr("transform", fmt::format("translate({:.0f},{:.0f})", panel.left, panel.top));
  for (const auto& axis : {&panel.x_axis, &panel.y_axis}) {
    if (*axis) write_grid(out, **axis, panel.width, panel.height);
  }
  out.open("g").attr("class", "marks").attr_if(has_rows(panel), "data-rows", "");
  write_shapes(out, panel.shapes, clip_id(plot));
  out.close();
  if (panel.x_axis) write_axis(out, *panel.x_axis, panel.width, panel.height, panel.labels_x);
  if (panel.y_axis) write_axis(out, *panel.y_axis, panel.width, panel.height, panel.labels_y);
  out.close();
}

markup::SafeHtml write_svg(const Plot& plot) {
  const DrawOptions& options = plot.options;
  const bool fixed = stated_width(plot).has_value();
  markup::Writer out;
  const std::string title_id = options.id + "-title";
  out.open("svg").attr("xmlns", "http://www.w3.org/2000/svg").attr("class", fixed ? "chart fixed" : "chart");
  out.attr("viewBox", fmt::format("0 0 {} {}", svg_number(plot.full_width), svg_number(plot.full_height)));
  out.attr("width", fixed ? svg_number(plot.full_width) : "100%").attr("role", "img").attr("aria-labelledby", title_id);
  out.attr_if(!options.description_id.empty(), "aria-describedby", options.description_id);
  out.attr_if(!options.language.empty(), "lang", options.language);
  out.attr("font-size", svg_number(kFontSize));
  out.open("title").attr("id", title_id).text(plot.spec.title).close();

  write_definitions(out, plot);
  write_legend(out, plot.legend, plot.legend_left, plot.legend_top);
  for (const Shape& line : plot.axis_titles) write_shape(out, line);
  for (const Shape& header : plot.headers) write_shape(out, header);
  for (const Panel& panel : plot.panels) write_panel(out, panel, plot);
  for (const Shape& line : plot.notes) write_shape(out, line);
  out.close();
  return out.take();
}

}  // namespace

std::optional<Drawing> draw(const Spec& spec, const quantity::Frame& frame, const DrawOptions& options,
                            base::Diagnostics& diagnostics) {
  if (spec.title.empty()) {
    diagnostics.error("chart-title", spec.title_span ? spec.title_span : spec.span, "this chart has no title")
        .expect("title: what the chart shows, in a sentence");
  }
  auto plot = make_plot(spec, frame, options, diagnostics);
  if (!plot || spec.title.empty()) return std::nullopt;

  if (!options.has_row_titles)
    for (Panel& panel : plot->panels)
      for (Shape& shape : panel.shapes)
        if (shape.row) shape.title.clear();

  Drawing drawing;
  drawing.title = spec.title;
  drawing.subtitle = spec.subtitle;
  drawing.summary = summarise(*plot);
  drawing.columns = shown_columns(*plot);
  drawing.width = plot->full_width;
  drawing.height = plot->full_height;
  drawing.svg = write_svg(*plot);
  return drawing;
}

}  // namespace chart
