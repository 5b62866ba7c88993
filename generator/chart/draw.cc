#include "chart/draw.h"

#include <algorithm>

#include <fmt/format.h>

#include "chart/plot.h"
#include "chart/summary.h"

namespace chart {
namespace {

// x before y, then what tells series apart, then the rest, as a reader of the table would want them.
std::vector<size_t> shown_columns(const Plot& plot, const quantity::Frame& frame) {
  std::vector<size_t> columns;
  auto add = [&](int column) {
    if (column < 0) return;
    auto index = static_cast<size_t>(column);
    if (std::find(columns.begin(), columns.end(), index) == columns.end()) columns.push_back(index);
  };
  auto add_all = [&](bool measures) {
    for (const BoundLayer& layer : plot.layers) {
      for (Channel channel :
           {Channel::x, Channel::y, Channel::x_offset, Channel::y_offset, Channel::color, Channel::shape,
            Channel::detail, Channel::x2, Channel::y2, Channel::size, Channel::text, Channel::tooltip}) {
        for (const BoundChannel& bound : layer.channels) {
          if (bound.encoding->channel != channel) continue;
          if ((bound.type == Type::quantitative) == measures) add(bound.column);
        }
      }
    }
  };
  add_all(false);
  add_all(true);
  // The column that holds each row's unit goes with the numbers.
  for (size_t i = 0; i < columns.size(); ++i) {
    const std::string& unit_field = frame.fields[columns[i]].unit_field;
    if (!unit_field.empty()) add(frame.find(unit_field));
  }
  return columns;
}

void write_axis_titles(markup::Writer& out, const Plot& plot) {
  auto write = [&](const std::string& line, double x, double y, std::string_view anchor) {
    Shape title;
    title.kind = Shape::Kind::text;
    title.classes = "axis-title";
    title.font_size = kFontSize;
    title.text = line;
    title.anchor = anchor;
    title.x = x, title.y = y;
    write_shape(out, title);
  };
  if (plot.y_axis) {
    const auto& lines = plot.y_axis->title_lines;
    double y = plot.top - (plot.y_axis->discrete ? 4 : 8) - 8;
    for (size_t i = lines.size(); i > 0; --i, y -= 16) write(lines[i - 1], 2, y, "start");
  }
  if (plot.x_axis) {
    double y = plot.top + plot.height + plot.x_axis->extent + 4 + 14;
    for (const std::string& line : plot.x_axis->title_lines) {
      write(line, plot.left + plot.width, y, "end");
      y += 16;
    }
  }
}

markup::SafeHtml write_svg(const Plot& plot, const std::string& title, const std::string& summary,
                           const DrawOptions& options) {
  markup::Writer out;
  const std::string title_id = options.id + "-title", summary_id = options.id + "-desc";
  out.open("svg").attr("xmlns", "http://www.w3.org/2000/svg").attr("class", "chart");
  out.attr("viewBox", fmt::format("0 0 {} {}", svg_number(plot.full_width), svg_number(plot.full_height)));
  out.attr("width", "100%").attr("role", "img").attr("aria-labelledby", title_id + " " + summary_id);
  out.attr_if(!options.language.empty(), "lang", options.language);
  out.open("title").attr("id", title_id).text(title).close();
  out.open("desc").attr("id", summary_id).text(summary).close();

  bool hatched =
      std::any_of(plot.shapes.begin(), plot.shapes.end(), [](const Shape& shape) { return !shape.pattern.empty(); });
  int series = 0;
  for (const auto& [category, slot] : plot.slots) series = std::max(series, slot);
  if (hatched) write_patterns(out, options.id, series);

  if (plot.legend.height > 0) {
    out.open("g").attr("class", "legend").attr("transform", "translate(2,2)");
    for (const Shape& shape : plot.legend.shapes) write_shape(out, shape);
    out.close();
  }
  write_axis_titles(out, plot);
  out.open("g").attr("transform", fmt::format("translate({},{})", svg_number(plot.left), svg_number(plot.top)));
  for (const auto& axis : {&plot.x_axis, &plot.y_axis}) {
    if (*axis) write_grid(out, **axis, plot.width, plot.height);
  }
  out.open("g").attr("class", "marks");
  for (const Shape& shape : plot.shapes) write_shape(out, shape);
  out.close();
  for (const auto& axis : {&plot.x_axis, &plot.y_axis}) {
    if (*axis) write_axis(out, **axis, plot.width, plot.height);
  }
  out.close();
  out.close();
  return out.take();
}

}  // namespace

std::optional<Drawing> draw(const Spec& spec, const quantity::Frame& frame, const DrawOptions& options,
                            base::Diagnostics& diagnostics) {
  if (spec.title.empty()) {
    diagnostics.error("chart-title", spec.title_span ? spec.title_span : spec.span, "this chart has no title")
        .expect("title: what the chart tells, in a sentence");
  }
  auto plot = make_plot(spec, frame, options, diagnostics);
  if (!plot || spec.title.empty()) return std::nullopt;

  Drawing drawing;
  drawing.title = spec.title;
  drawing.subtitle = spec.subtitle;
  drawing.summary = summarise(*plot, frame, options.units ? *options.units : quantity::standard_units());
  drawing.columns = shown_columns(*plot, frame);
  drawing.width = plot->full_width;
  drawing.height = plot->full_height;
  drawing.svg = write_svg(*plot, drawing.title, drawing.summary, options);
  return drawing;
}

}  // namespace chart
