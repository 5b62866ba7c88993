#include <cmath>

#include "chart/marks.h"

namespace chart {
namespace {

constexpr double kOpenEdge = 2;  // width in px of the edge at a known end

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
    if (std::isnan(x.from + x.length + y.from + y.length)) continue;
    Shape shape = mark_shape(Shape::Kind::rect, layer, row, context);
    shape.x = x.from, shape.width = x.length, shape.y = y.from, shape.height = y.length;
    shape.radius = layer.layer->mark.corner_radius.value_or(0);
    int series = series_of(layer, row, context);
    if (cell && !shows_data(layer)) shape.classes += " reference";
    if (is_hatched(layer, context) && series > 1) shape.pattern = pattern_id(context.id, series);
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
  return shapes;
}

}  // namespace chart
