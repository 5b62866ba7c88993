// Draws the marks that show one row: bars, cells, points, texts, rules, ticks and error bars.
#include <algorithm>
#include <cmath>
#include <map>

#include "chart/marks.h"

namespace chart {
namespace {

constexpr double kOpenEdge = 2;   // width in px of the edge at a known end
constexpr double kLeast = 1.5;    // length in px of the shortest bar, range or stroke, so that readers see it
constexpr double kBesideBar = 4;  // distance in px of a text from the end of its bar
constexpr size_t kManyPoints = 2000;

// Gives a pale shape an edge, without which it would have too little contrast with the paper.
void add_edge(Shape& shape) {
  if (shape.opacity < 1 && !shape.muted && !shape.classes.ends_with(" edged")) shape.classes += " edged";
}

Shape stroke(const BoundLayer& layer, size_t row, const MarkContext& context) {
  Shape shape = mark_shape(Shape::Kind::line, layer, row, context);
  shape.stroke_width = stroke_width_of(layer, shape.muted);
  shape.dash = dash_text(layer.layer->mark.stroke_dash);
  return shape;
}

// Makes the extent of a row's bar long enough to be seen: a range around its middle, a bar towards its value. Nothing
// shows a bar of 0, and a part of a stack would cover the part before it.
void lengthen(Reach& reach, const BoundLayer& layer, Channel channel, size_t row, const MarkContext& context) {
  const BoundChannel* bound = layer.find(channel);
  const bool is_range = layer.find(second_end(channel));
  if (!bound || !bound->is_continuous() || !(reach.length < kLeast) || (reach.length == 0 && !is_range)) return;
  if (layer.stacked == channel && layer.stack_from[row] != 0) return;
  const double added = kLeast - reach.length;
  if (is_range) reach.from -= added / 2;
  if (!is_range && place(layer, channel, row, context) <= reach.from) reach.from -= added;
  reach.length = kLeast;
}

std::string text_of(const BoundLayer& layer, size_t row, const MarkContext& context) {
  if (!layer.find(Channel::text)) return layer.layer->mark.text;
  const BoundChannel& channel = *layer.find(Channel::text);
  const Encoding& encoding = *channel.encoding;
  if (channel.column < 0) {
    return quantity::to_text(encoding.value ? *encoding.value : encoding.datum.value_or(quantity::Value()));
  }
  return value_text(channel, row, context);
}

// Returns a baseline as a shift in em, so that all viewers agree: a digit is about 0.7 em high.
double baseline_shift(std::string_view baseline) {
  if (baseline == "top") return 0.8;
  if (baseline == "bottom") return -0.15;
  return baseline == "alphabetic" ? 0 : 0.35;
}

// Rounds only the outer corners of each stack: those of the shapes at its two ends.
void round_stacks(std::vector<Shape>& bars, bool along_x) {
  const auto begin = [&](const Shape& bar) { return along_x ? bar.x : bar.y; };
  const auto end = [&](const Shape& bar) { return along_x ? bar.x + bar.width : bar.y + bar.height; };
  std::map<double, std::pair<double, double>> stacks;  // the ends by the position across
  for (const Shape& bar : bars) {
    const auto [at, added] = stacks.try_emplace(along_x ? bar.y : bar.x, begin(bar), end(bar));
    at->second = {std::min(at->second.first, begin(bar)), std::max(at->second.second, end(bar))};
  }
  for (Shape& bar : bars) {
    const auto& [first, last] = stacks.at(along_x ? bar.y : bar.x);
    const bool starts = begin(bar) == first, ends = end(bar) == last;
    if (starts && ends) continue;
    if (!starts && !ends)
      bar.radius = 0;
    else
      bar.rounded = along_x ? std::array{starts, true, ends, true} : std::array{true, starts, true, ends};
  }
}

// Whether texts are at the ends of bars along x or y.
bool are_at_ends(const BoundLayer& layer, Channel along, const MarkContext& context) {
  const BoundChannel* value = layer.find(along);
  return measures(value) && layer.stacked != along &&
         std::ranges::any_of(context.panel.layers, [&](const BoundLayer& other) {
           const BoundChannel* length = other.find(along);
           return other.mark == MarkType::bar && other.horizontal == (along == Channel::x) && length &&
                  length->column == value->column && !other.find(second_end(along));
         });
}

// Whether a text beside the end of a negative bar would be over the names of the axis.
bool is_over_names(Shape text, double dx) {
  text.x += dx;
  return ends_of(text).first < 0;
}

}  // namespace

std::vector<Shape> draw_bars(const BoundLayer& layer, const MarkContext& context) {
  std::vector<Shape> shapes;
  const bool cell = layer.mark == MarkType::rect;
  const bool along_x = cell || layer.horizontal || layer.find(Channel::x2);
  const bool along_y = cell || !layer.horizontal || layer.find(Channel::y2);
  for (size_t row : rows_of(layer)) {
    const auto open_x = open_end(layer, Channel::x2, row, context), open_y = open_end(layer, Channel::y2, row, context);
    Reach x = along_x ? value_reach(layer, Channel::x, row, context) : band_reach(layer, Channel::x, row, context);
    Reach y = along_y ? value_reach(layer, Channel::y, row, context) : band_reach(layer, Channel::y, row, context);
    // The known end has an edge, and the other side is open.
    if (open_x) x = {open_x->known, kOpenEdge};
    if (open_y) y = {open_y->known, kOpenEdge};
    if (along_x && !open_x) lengthen(x, layer, Channel::x, row, context);
    if (along_y && !open_y) lengthen(y, layer, Channel::y, row, context);
    if (std::isnan(x.from + x.length + y.from + y.length)) continue;
    Shape shape = mark_shape(Shape::Kind::rect, layer, row, context);
    shape.x = x.from;
    shape.width = x.length;
    shape.y = y.from;
    shape.height = y.length;
    shape.radius = layer.layer->mark.corner_radius.value_or(0);
    if (cell && !shows_data(layer)) shape.classes += " reference";
    if (!cell) add_edge(shape);
    shape.hatch = hatch_of(layer, row, context);
    shape.title = tooltip_of(layer, row, context);
    shape.row = row;
    if (open_x || open_y) {
      Shape open = open_stroke(open_x ? *open_x : *open_y, open_x ? y.from + y.length / 2 : x.from + x.length / 2,
                               open_x.has_value());
      open.classes = mark_classes("rule", colour_class(layer, row, context));
      shapes.push_back(std::move(open));
    }
    shapes.push_back(std::move(shape));
  }
  if (layer.stacked && layer.layer->mark.corner_radius) round_stacks(shapes, layer.stacked == Channel::x);
  return shapes;
}

bool is_crowded(const BoundLayer& layer) {
  return layer.mark == MarkType::point && layer.rows.size() > kManyPoints && !layer.find(Channel::opacity) &&
         !layer.layer->mark.opacity;
}

std::vector<Shape> draw_points(const BoundLayer& layer, const MarkContext& context) {
  std::vector<Shape> shapes;
  const bool crowded = is_crowded(layer);
  for (size_t row : rows_of(layer)) {
    Shape shape = mark_shape(Shape::Kind::symbol, layer, row, context);
    shape.x = place(layer, Channel::x, row, context);
    shape.y = place(layer, Channel::y, row, context);
    if (std::isnan(shape.x + shape.y)) continue;
    shape.radius = symbol_radius(layer, row, context);
    shape.symbol = symbol_of(layer, row, context);
    // Edges of thousands of points would hide their density.
    if (!layer.layer->mark.filled.value_or(true))
      shape.classes += " hollow";
    else if (layer.rows.size() <= kManyPoints)
      add_edge(shape);
    if (crowded) shape.classes += " crowded";
    shape.title = tooltip_of(layer, row, context);
    shapes.push_back(std::move(shape));
  }
  return shapes;
}

std::vector<Shape> draw_texts(const BoundLayer& layer, const MarkContext& context) {
  std::vector<Shape> shapes;
  const MarkSpec& mark = layer.layer->mark;
  // A colour of all layers is that of the marks that the texts name; the texts are then easier to read in black.
  const BoundChannel* color = layer.find(Channel::color);
  const bool coloured = color && !color->encoding->shared;
  const bool at_right = are_at_ends(layer, Channel::x, context), at_top = are_at_ends(layer, Channel::y, context);
  // Without a place of its own, the text is beside the end, because half of it on the bar would be illegible.
  const bool beside = at_right && mark.align.empty() && !mark.dx && !mark.angle;
  const bool above = at_top && mark.baseline.empty() && !mark.dy && !mark.angle;
  for (size_t row : rows_of(layer)) {
    Shape shape = mark_shape(Shape::Kind::text, layer, row, context);
    if (coloured) shape.classes += " coloured";
    shape.font_size =
        layer.find(Channel::size) ? fixed_size(layer).value_or(12) : mark.font_size.value_or(mark.size.value_or(12));
    shape.bold = mark.bold;
    shape.angle = mark.angle.value_or(0);
    shape.x = place(layer, Channel::x, row, context);
    shape.y = place(layer, Channel::y, row, context);
    if (std::isnan(shape.x + shape.y)) continue;
    shape.of_x = shape.x;
    shape.of_y = shape.y;
    shape.anchor = mark.align == "left" || beside ? "start" : mark.align == "right" ? "end" : "middle";
    // dx and dy are relative to the direction of the text, even if it is turned.
    double dx = mark.dx.value_or(beside ? kBesideBar : 0), dy = mark.dy.value_or(above ? -kBesideBar : 0);
    const std::string_view baseline = above ? "bottom" : std::string_view(mark.baseline);
    double shift = baseline_shift(baseline);
    // Authors place texts for bars that extend above zero; the others have them on the other side.
    const bool is_left = at_right && layer.find(Channel::x)->numbers[row] < 0;
    if (is_left) {
      dx = -dx;
      shape.anchor = shape.anchor == "start" ? "end" : shape.anchor == "end" ? "start" : shape.anchor;
    }
    if (at_top && layer.find(Channel::y)->numbers[row] < 0) {
      dy = -dy;
      shift = baseline_shift(baseline == "top" ? "bottom" : baseline == "bottom" ? "top" : baseline);
    }
    shape.text = text_of(layer, row, context);
    if (is_left && is_over_names(shape, dx)) {
      // The other side of the end is on the bar.
      dx = -dx;
      shape.anchor = shape.anchor == "end" ? "start" : shape.anchor;
    }
    dy += shift * shape.font_size;
    const double turn = shape.angle * 3.14159265358979 / 180;
    shape.x += dx * std::cos(turn) - dy * std::sin(turn);
    shape.y += dx * std::sin(turn) + dy * std::cos(turn);
    if (layer.find(Channel::tooltip)) shape.title = tooltip_of(layer, row, context);
    shapes.push_back(std::move(shape));
  }
  return shapes;
}

std::vector<Shape> draw_rules(const BoundLayer& layer, const MarkContext& context) {
  std::vector<Shape> shapes;
  const bool x2 = layer.find(Channel::x2), y2 = layer.find(Channel::y2);
  for (size_t row : rows_of(layer)) {
    Shape shape = stroke(layer, row, context);
    double x = place(layer, Channel::x, row, context), y = place(layer, Channel::y, row, context);
    const auto open_x = open_end(layer, Channel::x2, row, context), open_y = open_end(layer, Channel::y2, row, context);
    if (open_x) x = open_x->known;
    if (open_y) y = open_y->known;
    if (std::isnan(x + y)) continue;
    shape.x = x;
    shape.y = y;
    if (layer.mark == MarkType::tick) {
      // The stroke is short, across the values, and as wide as the band.
      Channel across = layer.horizontal ? Channel::y : Channel::x;
      Reach reach = band_reach(layer, across, row, context);
      (layer.horizontal ? shape.y : shape.x) = reach.from;
      (layer.horizontal ? shape.height : shape.width) = reach.length;
    } else if (open_x || open_y) {
      const Shape open = open_stroke(open_x ? *open_x : *open_y, open_x ? y : x, open_x.has_value());
      shape.width = open.width;
      shape.height = open.height;
      shape.dash = open.dash;
    } else if (x2 || y2) {
      shape.width = x2 ? place(layer, Channel::x2, row, context) - x : 0;
      shape.height = y2 ? place(layer, Channel::y2, row, context) - y : 0;
      if (std::isnan(shape.width + shape.height)) continue;
      if (layer.mark == MarkType::rule && std::hypot(shape.width, shape.height) < kLeast) {
        (x2 ? shape.x : shape.y) += ((x2 ? shape.width : shape.height) - kLeast) / 2;
        (x2 ? shape.width : shape.height) = kLeast;
      }
    } else if (!layer.find(Channel::y)) {
      shape.y = 0;
      shape.height = context.panel.height;
    } else if (!layer.find(Channel::x)) {
      shape.x = 0;
      shape.width = context.panel.width;
    } else if (layer.horizontal) {
      Reach reach = value_reach(layer, Channel::x, row, context);
      shape.x = reach.from;
      shape.width = reach.length;
    } else {
      Reach reach = value_reach(layer, Channel::y, row, context);
      shape.y = reach.from;
      shape.height = reach.length;
    }
    shape.title = tooltip_of(layer, row, context);
    if (layer.mark == MarkType::errorbar) {
      constexpr double kCap = 4;
      for (double end : {0.0, 1.0}) {
        if (end == 1 && (open_x || open_y)) continue;
        Shape cap = stroke(layer, row, context);
        cap.x = shape.x + end * shape.width - (x2 ? 0 : kCap);
        cap.y = shape.y + end * shape.height - (x2 ? kCap : 0);
        cap.width = x2 ? 0 : 2 * kCap;
        cap.height = x2 ? 2 * kCap : 0;
        shapes.push_back(std::move(cap));
      }
    }
    shapes.push_back(std::move(shape));
  }
  return shapes;
}

}  // namespace chart
