#include "chart/scene.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "base/text.h"
#include "markup/text_width.h"

namespace chart {
namespace {

void write_title(markup::Writer& out, const std::string& title) {
  if (!title.empty()) out.element("title", title);
}

void write_rows(markup::Writer& out, const Shape& shape) {
  if (shape.row) out.attr("data-row", std::to_string(*shape.row));
  if (shape.rows.empty()) return;
  std::string points;
  for (const RowPlace& place : shape.rows)
    points += fmt::format("{}{} {:.0f} {:.0f}", points.empty() ? "" : " ", place.row, place.x, place.y);
  out.attr("data-points", points);
  std::string tips;
  std::vector<std::string_view> last;
  for (const std::string& tip : shape.tips) {
    std::vector<std::string_view> lines = base::split(tip, '\n');
    if (!tips.empty()) tips += '\n';
    for (size_t i = 0; i < lines.size(); ++i) {
      if (i > 0) tips += '\t';
      if (i >= last.size() || lines[i] != last[i]) tips += lines[i];
    }
    last = std::move(lines);
  }
  if (!tips.empty()) out.attr("data-tips", tips);
}

// Returns the data of a path, without the inner points of horizontal lines, such as those of steps between equal
// values.
std::string path_data(const Shape& shape) {
  auto rounded = [](double value) { return std::round(value * 100) / 100; };  // as svg_number() does
  std::string data;
  for (const Points& part : shape.path) {
    Points kept;
    for (auto [exact_x, exact_y] : part) {
      const double x = rounded(exact_x), y = rounded(exact_y);
      while (kept.size() > 1) {
        const auto [before_x, before_y] = kept[kept.size() - 2];
        const auto [last_x, last_y] = kept.back();
        if (before_y != y || last_y != y || (last_x - before_x) * (x - last_x) < 0) break;
        kept.pop_back();
      }
      kept.emplace_back(x, y);
    }
    char command = 'M';
    for (auto [x, y] : kept) data += fmt::format("{}{},{}", std::exchange(command, 'L'), svg_number(x), svg_number(y));
    if (shape.closed) data += 'Z';
  }
  return data;
}

// Returns the path of a symbol that is not a circle, with relative steps from its first corner, which are the same
// wherever the symbol is.
std::string symbol_path(const Shape& shape) {
  const double area = std::numbers::pi * shape.radius * shape.radius;
  const double h = std::sqrt(area) / 2;               // half the side of a square
  const double d = std::sqrt(area / 2) * 1.05;        // half the diagonal of a diamond
  const double t = std::sqrt(area / std::sqrt(3.0));  // half the side of an equilateral triangle
  const double up = t * std::sqrt(3.0) * 2 / 3, down = t * std::sqrt(3.0) / 3;
  const double c = std::sqrt(area / 5) / 2, e = 3 * c;  // half the width of an arm of a cross, and of the cross
  const std::vector<std::pair<double, double>> corners[kSymbols] = {
      {},
      {{-h, -h}, {h, -h}, {h, h}, {-h, h}},
      {{0, -d}, {d, 0}, {0, d}, {-d, 0}},
      {{0, -up}, {t, down}, {-t, down}},
      {{-e, -c}, {-c, -c}, {-c, -e}, {c, -e}, {c, -c}, {e, -c}, {e, c}, {c, c}, {c, e}, {-c, e}, {-c, c}, {-e, c}},
      {{0, up}, {t, -down}, {-t, -down}},
      {{up, 0}, {-down, -t}, {-down, t}},
      {{-up, 0}, {down, -t}, {down, t}}};
  std::string path;
  double last_x = 0, last_y = 0;
  for (auto [x, y] : corners[shape.symbol % kSymbols]) {
    path += path.empty() ? fmt::format("M{},{}", svg_number(shape.x + x), svg_number(shape.y + y))
                         : fmt::format("l{},{}", svg_number(x - last_x), svg_number(y - last_y));
    last_x = x;
    last_y = y;
  }
  return path += 'Z';
}

// Returns the path of a rect that has rounded corners at some sides only.
std::string rounded_path(const Shape& shape) {
  const auto [left, top, right, bottom] = *shape.rounded;
  const double radius =
      std::min({shape.radius, shape.width / (left && right ? 2 : 1), shape.height / (top && bottom ? 2 : 1)});
  const double x = shape.x, y = shape.y, width = shape.width, height = shape.height;
  std::string path = fmt::format("M{},{}", svg_number(x + (left && top ? radius : 0)), svg_number(y));
  // Draws a side of the rect up to its corner, and the corner.
  const auto side = [&](char line, double end, bool is_rounded, double turn_x, double turn_y, double inset) {
    path += fmt::format("{}{}", line, svg_number(end - (is_rounded ? inset : 0)));
    if (is_rounded)
      path += fmt::format("a{0},{0} 0 0 1 {1},{2}", svg_number(radius), svg_number(turn_x), svg_number(turn_y));
  };
  side('H', x + width, top && right, radius, radius, radius);
  side('V', y + height, bottom && right, -radius, radius, radius);
  side('H', x, bottom && left, -radius, -radius, -radius);
  side('V', y, top && left, radius, -radius, -radius);
  return path + 'Z';
}

// Opens the element of a rect or a path.
void open_area(markup::Writer& out, const Shape& shape, std::string_view classes) {
  if (shape.kind == Shape::Kind::path || shape.rounded) {
    out.open("path").attr("class", classes).attr("d", shape.rounded ? rounded_path(shape) : path_data(shape));
    return;
  }
  out.open("rect").attr("class", classes).attr("x", svg_number(shape.x)).attr("y", svg_number(shape.y));
  out.attr("width", svg_number(shape.width)).attr("height", svg_number(shape.height));
  if (shape.radius > 0) out.attr("rx", svg_number(shape.radius));
}

void write_text(markup::Writer& out, const Shape& shape) {
  out.open("text")
      .attr_if(!shape.classes.empty(), "class", shape.classes)
      .attr("x", svg_number(shape.x))
      .attr("y", svg_number(shape.y));
  if (shape.font_size != kFontSize) out.attr("font-size", svg_number(shape.font_size));
  if (shape.bold) out.attr("font-weight", "600");
  if (!shape.anchor.empty() && shape.anchor != "start") out.attr("text-anchor", shape.anchor);
  if (shape.angle != 0) {
    out.attr("transform",
             fmt::format("rotate({} {} {})", svg_number(shape.angle), svg_number(shape.x), svg_number(shape.y)));
  }
  if (shape.opacity < 1) out.attr("opacity", svg_number(shape.opacity));
  write_rows(out, shape);
  write_title(out, shape.title);
  out.text(shape.text);
  out.close();
}

}  // namespace

Shape text_shape(double x, double y, std::string text, std::string_view classes, std::string_view anchor) {
  return {.kind = Shape::Kind::text,
          .x = x,
          .y = y,
          .text = std::move(text),
          .anchor = anchor,
          .classes = std::string(classes)};
}

Shape line_shape(double x1, double y1, double x2, double y2, std::string_view classes) {
  return {.kind = Shape::Kind::line,
          .x = x1,
          .y = y1,
          .width = x2 - x1,
          .height = y2 - y1,
          .classes = std::string(classes)};
}

std::pair<double, double> ends_of(const Shape& shape) {
  if (shape.kind == Shape::Kind::symbol) return {shape.x - shape.radius, shape.x + shape.radius};
  const double width = markup::text_width(shape.text, shape.font_size, shape.bold);
  const double left = shape.x - (shape.anchor == "middle" ? width / 2 : shape.anchor == "end" ? width : 0);
  return {left, left + width};
}

double radius_of_size(double area) {
  constexpr double kLeastRadius = 2;
  return std::isnan(area) ? 0 : std::max(kLeastRadius, std::sqrt(std::max(0.0, area) / std::numbers::pi));
}

std::string mark_classes(std::string_view mark, std::string_view colour) {
  std::string classes = "mark-";
  classes += mark;
  if (!colour.empty()) (classes += ' ') += colour;
  return classes;
}

std::string svg_number(double value) {
  const double rounded = std::round(value * 100) / 100 + 0.0;  // + 0.0 removes the sign of -0
  return std::isfinite(rounded) ? fmt::format("{}", rounded) : "0";
}

std::string_view dash_of(int series) {
  static constexpr std::array<std::string_view, 8> kDashes = {"",    "7 3",  "2 3",         "9 3 2 3",
                                                              "4 2", "12 4", "6 2 2 2 2 2", "1 2"};
  return kDashes[static_cast<size_t>(std::clamp(series, 1, 8) - 1)];
}

std::string dash_text(const std::vector<double>& lengths) {
  std::string text;
  for (double length : lengths) text += (text.empty() ? "" : " ") + svg_number(length);
  return text;
}

void write_shapes(markup::Writer& out, const std::vector<Shape>& shapes, std::string_view clip) {
  bool clipped = false;
  for (const Shape& shape : shapes) {
    if (clipped && !shape.clipped) out.close();
    if (!clipped && shape.clipped) out.open("g").attr("clip-path", fmt::format("url(#{})", clip));
    clipped = shape.clipped;
    write_shape(out, shape);
  }
  if (clipped) out.close();
}

void write_shape(markup::Writer& out, const Shape& shape) {
  switch (shape.kind) {
    case Shape::Kind::text:
      return write_text(out, shape);
    case Shape::Kind::rect:
    case Shape::Kind::path:
      open_area(out, shape, shape.classes);
      break;
    case Shape::Kind::line:
      out.open("line").attr("class", shape.classes).attr("x1", svg_number(shape.x)).attr("y1", svg_number(shape.y));
      out.attr("x2", svg_number(shape.x + shape.width)).attr("y2", svg_number(shape.y + shape.height));
      break;
    case Shape::Kind::symbol:
      if (shape.symbol % kSymbols == 0) {
        out.open("circle").attr("class", shape.classes).attr("cx", svg_number(shape.x)).attr("cy", svg_number(shape.y));
        out.attr("r", svg_number(shape.radius));
      } else {
        out.open("path").attr("class", shape.classes).attr("d", symbol_path(shape));
      }
      break;
  }
  if (!shape.dash.empty()) out.attr("stroke-dasharray", shape.dash);
  if (shape.stroke_width > 0) out.attr("stroke-width", svg_number(shape.stroke_width));
  // An edge shows the size of what is pale.
  if (shape.opacity < 1)
    out.attr(shape.classes.ends_with(" edged") ? "fill-opacity" : "opacity", svg_number(shape.opacity));
  write_rows(out, shape);
  write_title(out, shape.title);
  out.close();
  if (shape.hatch.pattern.empty() || (shape.kind != Shape::Kind::rect && shape.kind != Shape::Kind::path)) return;
  // The hatch is over the mark and must not intercept the pointer.
  open_area(out, shape, shape.hatch.quiet ? "pattern quiet" : "pattern");
  out.attr("fill", "url(#" + shape.hatch.pattern + ")").attr("pointer-events", "none").close();
}

std::string pattern_id(std::string_view prefix, int series) { return fmt::format("{}-pattern-{}", prefix, series); }

void write_patterns(markup::Writer& out, std::string_view prefix, int series) {
  // Strokes within an 8 by 8 tile. Only a colour that is always hatched uses that of the first series.
  static constexpr std::array<std::string_view, 9> kTiles = {"",
                                                             "M3,3h2v2h-2z",
                                                             "M-2,2L2,-2M0,8L8,0M6,10L10,6",
                                                             "M0,2H8M0,6H8",
                                                             "M2,0V8M6,0V8",
                                                             "M-2,6L2,10M0,0L8,8M6,-2L10,2",
                                                             "M2,2h1.5v1.5h-1.5zM6,6h1.5v1.5h-1.5z",
                                                             "M0,4H8M4,0V8",
                                                             "M0,0L8,8M8,0L0,8"};
  out.open("defs");
  for (int i = 1; i <= std::min(series, 8); ++i) {
    out.open("pattern").attr("id", pattern_id(prefix, i)).attr("class", "hatch");
    out.attr("patternUnits", "userSpaceOnUse").attr("width", "8").attr("height", "8");
    out.open("path").attr("d", kTiles[static_cast<size_t>(i)]).close().close();
  }
  out.close();
}

}  // namespace chart
