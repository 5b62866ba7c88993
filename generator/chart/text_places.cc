#include <algorithm>
#include <map>

#include "chart/label_places.h"
#include "markup/text_width.h"

namespace chart {
namespace {

constexpr double kMinFontSize = 9;
constexpr double kCellMargin = 2;  // margin in px to the left and right of a text

// Whether texts on a cell need the paper's colour: at high steps of a ramp, and at both ends of a diverging one.
bool is_far_from_paper(const std::string& classes) {
  if (size_t at = classes.find(" ramp-"); at != std::string::npos) return classes[at + 6] >= '5';
  if (size_t at = classes.find(" div-"); at != std::string::npos)
    return classes[at + 5] <= '1' || classes[at + 5] >= '7';
  return false;
}

bool same_column(const BoundChannel* a, const BoundChannel* b) {
  return a && b && a->column >= 0 && a->column == b->column;
}

}  // namespace

bool names_points(const BoundLayer& layer, const std::vector<BoundLayer>& layers) {
  if (layer.mark != MarkType::text || layer.layer->mark.is_placed()) return false;
  return std::any_of(layers.begin(), layers.end(), [&](const BoundLayer& other) {
    return other.mark == MarkType::point && same_column(layer.find(Channel::x), other.find(Channel::x)) &&
           same_column(layer.find(Channel::y), other.find(Channel::y));
  });
}

bool fills_cells(const BoundLayer& layer, const std::vector<BoundLayer>& layers) {
  if (layer.mark != MarkType::text || layer.layer->mark.is_placed()) return false;
  auto discrete = [&](Channel channel) {
    const BoundChannel* bound = layer.find(channel);
    return bound && !bound->is_continuous();
  };
  return discrete(Channel::x) && discrete(Channel::y) &&
         std::any_of(layers.begin(), layers.end(), [&](const BoundLayer& other) {
           return other.mark == MarkType::rect && same_column(layer.find(Channel::x), other.find(Channel::x)) &&
                  same_column(layer.find(Channel::y), other.find(Channel::y));
         });
}

size_t fit_in_cells(std::vector<Shape>& shapes, size_t first) {
  std::map<size_t, const Shape*> cells;  // cells by row
  double room = 1e9;
  for (size_t i = 0; i < first; ++i) {
    if (shapes[i].kind != Shape::Kind::rect || !shapes[i].row) continue;
    cells[*shapes[i].row] = &shapes[i];
    room = std::min(room, shapes[i].width - 2 * kCellMargin);
  }
  double scale = 1;
  for (size_t i = first; i < shapes.size(); ++i) {
    const double width = markup::text_width(shapes[i].text, shapes[i].font_size, shapes[i].bold);
    if (width > 0) scale = std::min(scale, room / width);
  }
  if (first < shapes.size() && shapes[first].font_size * scale < kMinFontSize) {
    const size_t left_out = shapes.size() - first;
    shapes.erase(shapes.begin() + static_cast<std::ptrdiff_t>(first), shapes.end());
    return left_out;
  }
  for (size_t i = first; i < shapes.size(); ++i) {
    Shape& text = shapes[i];
    const double middle = text.y - 0.35 * text.font_size;
    text.font_size *= scale;
    text.y = middle + 0.35 * text.font_size;
    auto cell = text.row ? cells.find(*text.row) : cells.end();
    if (cell == cells.end()) continue;
    text.classes += is_far_from_paper(cell->second->classes) ? " on-cell on-far" : " on-cell";
  }
  return 0;
}

}  // namespace chart
