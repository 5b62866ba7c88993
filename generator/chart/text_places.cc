#include "chart/text_places.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "markup/text_width.h"

namespace chart {
namespace {

constexpr double kFromSymbol = 5;   // from a symbol's edge
constexpr double kLetters = 0.72;   // height of capital letters, em
constexpr double kMostCovered = 4;  // px², which nobody sees

struct Box {
  double left, top, right, bottom;
};

double overlap(const Box& a, const Box& b) {
  const double width = std::min(a.right, b.right) - std::max(a.left, b.left);
  const double height = std::min(a.bottom, b.bottom) - std::max(a.top, b.top);
  return width > 0 && height > 0 ? width * height : 0;
}

Box box_of(const Shape& text) {
  const double width = markup::text_width(text.text, text.font_size, text.bold);
  const double left = text.anchor == "middle" ? text.x - width / 2 : text.anchor == "end" ? text.x - width : text.x;
  return {left - 1, text.y - kLetters * text.font_size - 1, left + width + 1, text.y + 0.2 * text.font_size + 1};
}

double area_beyond(const Box& box, double width, double height) {
  const double area = (box.right - box.left) * (box.bottom - box.top);
  return area - overlap(box, {0, 0, width, height});
}

// The sides of a point in the order in which readers like them.
std::vector<Shape> candidates(const Shape& text, double x, double y, double radius) {
  const double away = radius + kFromSymbol, slant = radius * 0.7 + 3, half = kLetters * text.font_size / 2;
  struct Place {
    double dx, dy;
    const char* anchor;
  };
  const Place places[] = {{away, half, "start"},    {-away, half, "end"},
                          {0, -away, "middle"},     {0, away + 2 * half, "middle"},
                          {slant, -slant, "start"}, {slant, slant + 2 * half, "start"},
                          {-slant, -slant, "end"},  {-slant, slant + 2 * half, "end"}};
  std::vector<Shape> result;
  for (const Place& place : places) {
    Shape moved = text;
    moved.x = x + place.dx, moved.y = y + place.dy;
    moved.anchor = place.anchor;
    result.push_back(std::move(moved));
  }
  return result;
}

constexpr double kLeastFont = 9;
constexpr double kCellMargin = 2;  // left and right

// Steps of a ramp from here on, and the ends of two ramps about a middle, call for texts in the paper's colour.
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

void fit_in_cells(std::vector<Shape>& shapes, size_t first) {
  std::map<size_t, const Shape*> cells;  // by row
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
  if (first < shapes.size() && shapes[first].font_size * scale < kLeastFont) {
    shapes.erase(shapes.begin() + static_cast<std::ptrdiff_t>(first), shapes.end());
    return;
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
}

void place_beside_points(std::vector<Shape>& shapes, size_t first, double width, double height) {
  std::vector<Box> taken;
  std::vector<const Shape*> symbols;
  for (size_t i = 0; i < first; ++i) {
    const Shape& shape = shapes[i];
    if (shape.kind == Shape::Kind::symbol) {
      symbols.push_back(&shape);
      taken.push_back({shape.x - shape.radius, shape.y - shape.radius, shape.x + shape.radius, shape.y + shape.radius});
    } else if (shape.kind == Shape::Kind::text) {
      taken.push_back(box_of(shape));
    }
  }
  std::vector<Shape> placed;
  for (size_t i = first; i < shapes.size(); ++i) {
    const Shape& text = shapes[i];
    const double y = text.y - 0.35 * text.font_size;
    double radius = 0;
    for (const Shape* symbol : symbols)
      if (std::hypot(symbol->x - text.x, symbol->y - y) < 1) radius = std::max(radius, symbol->radius);
    for (const Shape& candidate : candidates(text, text.x, y, radius)) {
      const Box box = box_of(candidate);
      double covered = area_beyond(box, width, height);
      for (const Box& other : taken) covered += overlap(box, other);
      if (covered > kMostCovered) continue;
      taken.push_back(box);
      placed.push_back(candidate);
      break;
    }
  }
  shapes.erase(shapes.begin() + static_cast<std::ptrdiff_t>(first), shapes.end());
  shapes.insert(shapes.end(), placed.begin(), placed.end());
}

}  // namespace chart
