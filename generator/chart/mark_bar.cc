#include <cmath>

#include "chart/marks.h"

namespace chart {

std::vector<Shape> draw_bars(const BoundLayer& layer, const MarkContext& context) {
  std::vector<Shape> shapes;
  const bool cell = layer.mark == MarkType::rect;
  const bool along_x = cell || layer.horizontal || layer.find(Channel::x2);
  const bool along_y = cell || !layer.horizontal || layer.find(Channel::y2);
  for (size_t row : rows_of(layer)) {
    Reach x = along_x ? value_reach(layer, Channel::x, row, context) : band_reach(layer, Channel::x, row, context);
    Reach y = along_y ? value_reach(layer, Channel::y, row, context) : band_reach(layer, Channel::y, row, context);
    if (std::isnan(x.from + x.length + y.from + y.length)) continue;
    Shape shape;
    shape.kind = Shape::Kind::rect;
    shape.x = x.from, shape.width = x.length, shape.y = y.from, shape.height = y.length;
    shape.radius = layer.layer->mark.corner_radius.value_or(0);
    int series = series_of(layer, row, context);
    shape.classes = mark_classes(mark_name(layer.mark), colour_class(layer, row, context));
    if (cell && !shows_data(layer)) shape.classes += " reference";
    if (is_hatched(layer, context) && series > 1) shape.pattern = pattern_id(context.id, series);
    shape.opacity = opacity_of(layer, row, context);
    shape.title = tooltip_of(layer, row, context);
    shape.row = row;
    shapes.push_back(std::move(shape));
  }
  return shapes;
}

}  // namespace chart
