// Places labels next to points and in cells where they cover nothing (chart/layout.h).
#include "chart/layout.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <unordered_map>

#include "base/text.h"
#include "chart/boxes.h"
#include "chart/mark_traits.h"
#include "markup/text_width.h"

namespace chart {
namespace {

constexpr double kMinFontSize = 9;
constexpr double kCellMargin = 2;   // margin in px to the left and right of a text
constexpr double kFromSymbol = 5;   // distance of a label from the edge of its symbol
constexpr double kMaxCovered = 4;   // overlap in px² that is not noticeable
constexpr double kSlack = 0.5;      // tolerance in px for a label within its own point
constexpr double kLeastDark = 0.7;  // opacity of a colour that is not pale

// Returns the classes of a text on a cell or bar, by whether its colour is light in each scheme. What is pale is like
// the paper, on which texts have the usual colour: dark in the light scheme, light in the dark one.
std::string_view classes_on(const Shape& shape, const DrawOptions& options) {
  const std::vector<std::string_view> classes = base::split(shape.classes, ' ');
  const auto is_light = [&](const auto& light) { return classes.size() > 1 && light.contains(classes[1]); };
  const bool light = is_light(options.light_colours[0]), dark = !is_light(options.light_colours[1]);
  if (shape.opacity < kLeastDark || (light && dark)) return " on-cell";
  return light ? " on-cell coloured on-light" : dark ? " on-cell coloured on-dark" : " on-cell coloured on-far";
}

// Items by the cells of a grid, so that a label is compared only with items near it.
template <class T>
class Grid {
 public:
  void add_item(const Box& bounds, T thing) {
    const size_t at = things_.size();
    things_.push_back(std::move(thing));
    each_cell(bounds, [&](int64_t cell) {
      cells_[cell].push_back(at);
      return false;
    });
  }
  // Whether `matches` is true for an item near `bounds`.
  template <class Matches>
  bool any(const Box& bounds, const Matches& matches) const {
    // An item in several of these cells may be visited several times.
    return each_cell(bounds, [&](int64_t cell) {
      auto found = cells_.find(cell);
      return found != cells_.end() &&
             std::any_of(found->second.begin(), found->second.end(), [&](size_t at) { return matches(things_[at]); });
    });
  }

 private:
  static constexpr double kCell = 32, kFar = 1e5;  // sizes in px
  template <class Visit>
  static bool each_cell(const Box& box, const Visit& visit) {
    auto cell = [](double at) { return static_cast<int64_t>(std::floor(std::clamp(at, -kFar, kFar) / kCell)); };
    for (int64_t x = cell(box.left); x <= cell(box.right); ++x)
      for (int64_t y = cell(box.top); y <= cell(box.bottom); ++y)
        // No two cells have the same number: kFar / kCell is much less than the factor.
        if (visit(x * 1000003 + y)) return true;
    return false;
  }

  std::vector<T> things_;
  std::unordered_map<int64_t, std::vector<size_t>> cells_;
};

// A point or a text that occupies space.
struct Taken {
  Box box;
  const Shape* point = nullptr;  // null for a text

  bool is_point_at(double x, double y) const { return point && std::hypot(point->x - x, point->y - y) < 1; }
};

struct Place {
  Shape text;
  Box box;
};

Place moved_to(const Shape& text, double x, double y, std::string_view anchor) {
  Place place{text, {}};
  place.text.x = x;
  place.text.y = y;
  place.text.anchor = anchor;
  place.box = box_of(place.text);
  return place;
}

// Returns positions next to a point, in order of preference.
std::vector<Place> near_places(const Shape& text, double radius) {
  const double x = text.of_x, y = text.of_y;
  // 0.7 is about the sine of 45°: a diagonal position is as far from the edge of the symbol as the others.
  const double away = radius + kFromSymbol, slant = radius * 0.7 + 3, half = kCapitals * text.font_size / 2;
  return {moved_to(text, x + away, y + half, "start"),   moved_to(text, x - away, y + half, "end"),
          moved_to(text, x, y - away, "middle"),         moved_to(text, x, y + away + 2 * half, "middle"),
          moved_to(text, x + slant, y - slant, "start"), moved_to(text, x + slant, y + slant + 2 * half, "start"),
          moved_to(text, x - slant, y - slant, "end"),   moved_to(text, x - slant, y + slant + 2 * half, "end")};
}

// Returns positions farther away, which need a leader line.
std::vector<Place> far_places(const Shape& text, double radius) {
  std::vector<Place> places;
  for (double away : {16.0, 26.0, 38.0, 52.0, 70.0, 95.0, 125.0}) {
    for (int step = 0; step < 12; ++step) {
      // Alternates between both sides of the horizontal, so that flat leader lines are tried before steep ones.
      const double angle = std::numbers::pi / 6 * (step % 2 ? -(step + 1) / 2 : step / 2);  // begins on the right
      const double dx = std::cos(angle), dy = std::sin(angle);
      places.push_back(moved_to(text, text.of_x + (radius + away) * dx,
                                text.of_y + (radius + away) * dy + 0.35 * text.font_size,
                                dx > 0.3    ? "start"
                                : dx < -0.3 ? "end"
                                            : "middle"));
    }
  }
  return places;
}

class Placer {
 public:
  Placer(std::vector<Shape>& shapes, const std::vector<Labels>& labels, double width, double height)
      : shapes_(shapes), labels_(labels), area_{0, 0, width, height} {}

  size_t run() {
    std::vector<const Labels*> layer_of(shapes_.size(), nullptr);
    for (const Labels& layer : labels_)
      for (size_t i = layer.first; i < layer.last; ++i)
        if (is_level(shapes_[i])) layer_of[i] = &layer;
    for (size_t i = 0; i < shapes_.size(); ++i)
      if (!layer_of[i]) add_obstacle(shapes_[i]);
    // Positions next to a point are given away first. A label with a leader line has many positions to choose from, and
    // could otherwise take the only one of another label.
    std::vector<size_t> waiting;
    for (size_t i = 0; i < shapes_.size(); ++i)
      if (layer_of[i] && !place_near(shapes_[i], *layer_of[i])) waiting.push_back(i);
    size_t left_out = 0;
    for (size_t i : waiting)
      if (!layer_of[i]->movable || !place_far(shapes_[i])) ++left_out;
    put_together(layer_of);
    return left_out;
  }

 private:
  static bool is_level(const Shape& text) { return text.angle == 0; }

  void add_obstacle(const Shape& shape) {
    if (shape.kind == Shape::Kind::symbol) {
      const Box box{shape.x - shape.radius, shape.y - shape.radius, shape.x + shape.radius, shape.y + shape.radius};
      taken_.add_item(box, {box, &shape});
    } else if (shape.kind == Shape::Kind::text && is_level(shape)) {
      const Box box = box_of(shape);
      taken_.add_item(box, {box});
    } else if (shape.kind == Shape::Kind::line) {
      add_line({shape.x, shape.y, shape.x + shape.width, shape.y + shape.height});
    } else {
      for (size_t i = 1; i < shape.rows.size(); ++i)
        add_line({shape.rows[i - 1].x, shape.rows[i - 1].y, shape.rows[i].x, shape.rows[i].y});
    }
  }
  void add_line(const Segment& line) { lines_.add_item(line.bounds(), line); }

  // Returns the radius of the point that a text names; 0 for a position on a line.
  double radius_at(const Shape& text) const {
    double radius = 0;
    taken_.any({text.of_x - 1, text.of_y - 1, text.of_x + 1, text.of_y + 1}, [&](const Taken& other) {
      if (other.is_point_at(text.of_x, text.of_y)) radius = std::max(radius, other.point->radius);
      return false;
    });
    return radius;
  }

  // Whether a text covers nothing. Its margin may cover its own point, but its letters may not.
  bool is_free(const Place& place) const {
    const Box& box = place.box;
    const Box letters{box.left + 1, box.top + 1, box.right - 1, place.text.y};
    return !taken_.any(box, [&](const Taken& other) {
      return overlap(other.is_point_at(place.text.of_x, place.text.of_y) ? letters : box, other.box) > kMaxCovered;
    });
  }
  bool crosses_line(const Box& box) const {
    return lines_.any(box, [&](const Segment& line) { return line.crosses(box); });
  }

  void keep(const Place& place, bool above_points = false) {
    taken_.add_item(place.box, {place.box});
    (above_points ? inside_ : outside_).push_back(place.text);
  }

  bool place_near(const Shape& text, const Labels& layer) {
    const double radius = layer.movable ? radius_at(text) : 0;
    if (layer.placed || !layer.movable) {
      const Place wished{text, box_of(text)};
      const Box own{text.of_x - radius - kSlack, text.of_y - radius - kSlack, text.of_x + radius + kSlack,
                    text.of_y + radius + kSlack};
      if (radius > 0 && own.contains(wished.box)) {
        keep(wished, true);
        return true;
      }
      if (is_free(wished)) {
        keep(wished);
        return true;
      }
    }
    if (!layer.movable) return false;
    const Place* second = nullptr;
    const std::vector<Place> places = near_places(text, radius);
    for (const Place& place : places) {
      if (!area_.contains(place.box) || !is_free(place)) continue;
      if (!crosses_line(place.box)) {
        keep(place);
        return true;
      }
      if (!second) second = &place;
    }
    if (second) keep(*second);
    return second;
  }

  bool place_far(const Shape& text) {
    const double radius = radius_at(text);
    for (const Place& place : far_places(text, radius)) {
      if (!area_.contains(place.box) || !is_free(place) || crosses_line(place.box)) continue;
      const double x = std::clamp(text.of_x, place.box.left, place.box.right);
      const double y = std::clamp(text.of_y, place.box.top, place.box.bottom);
      const double away = std::hypot(x - text.of_x, y - text.of_y);
      if (away <= radius) continue;
      const double dx = (x - text.of_x) / away, dy = (y - text.of_y) / away;
      const Segment leader{text.of_x + radius * dx, text.of_y + radius * dy, x, y};
      // The first pixels of the line touch its own point, which is not an obstacle.
      const Segment outside{leader.x1 + 1.5 * dx, leader.y1 + 1.5 * dy, x, y};
      if (taken_.any(outside.bounds(), [&](const Taken& other) { return outside.crosses(other.box); })) continue;
      outside_.push_back(line_shape(leader.x1, leader.y1, leader.x2, leader.y2, "leader"));
      add_line(leader);
      keep(place);
      return true;
    }
    return false;
  }

  // Draws marks that may touch the points below them, because halos are as wide as the space between letters.
  void put_together(const std::vector<const Labels*>& layer_of) {
    std::vector<Shape> all, points;
    for (size_t i = 0; i < shapes_.size(); ++i) {
      if (layer_of[i]) continue;
      (shapes_[i].kind == Shape::Kind::symbol ? points : all).push_back(std::move(shapes_[i]));
    }
    for (std::vector<Shape>* more : {&outside_, &points, &inside_})
      for (Shape& shape : *more) all.push_back(std::move(shape));
    shapes_ = std::move(all);
  }

  std::vector<Shape>& shapes_;
  const std::vector<Labels>& labels_;
  const Box area_;
  Grid<Taken> taken_;
  Grid<Segment> lines_;                  // lines that a label should preferably not cross
  std::vector<Shape> outside_, inside_;  // labels that were placed, below and above the points
};

// Whether the texts of `layer` have the positions of a layer of marks of this type, and no others.
bool are_at_marks(const BoundLayer& layer, const std::vector<BoundLayer>& layers, MarkType mark) {
  auto same_column = [](const BoundChannel* a, const BoundChannel* b) {
    return a && b && a->column >= 0 && a->column == b->column;
  };
  if (layer.mark != MarkType::text || layer.layer->mark.is_placed()) return false;
  return std::ranges::any_of(layers, [&](const BoundLayer& other) {
    return other.mark == mark && same_column(layer.find(Channel::x), other.find(Channel::x)) &&
           same_column(layer.find(Channel::y), other.find(Channel::y));
  });
}

}  // namespace

bool fills_cells(const BoundLayer& layer, const std::vector<BoundLayer>& layers) {
  return are_at_marks(layer, layers, MarkType::rect) && !layer.find(Channel::x)->is_continuous() &&
         !layer.find(Channel::y)->is_continuous();
}

bool are_labels(const BoundLayer& layer, const std::vector<BoundLayer>& layers, Labels& labels) {
  if (layer.mark != MarkType::text || layer.rows.empty() || fills_cells(layer, layers)) return false;
  if (std::ranges::none_of(layer.channels, [](const BoundChannel& channel) {
        return channel.column >= 0 && is_xy(channel.encoding->channel);
      }))
    return false;
  labels.placed = !are_at_marks(layer, layers, MarkType::point);
  bool any = false;
  for (const BoundLayer& other : layers) {
    if (other.mark == MarkType::text || !std::binary_search(other.rows.begin(), other.rows.end(), layer.rows.front()))
      continue;
    any = true;
    labels.movable |= traits_of(other.mark).moves_texts;
  }
  return any;
}

size_t place_labels(std::vector<Shape>& shapes, const std::vector<Labels>& labels, double width, double height) {
  const bool has_texts = std::any_of(shapes.begin(), shapes.end(), [](const Shape& shape) {
    return shape.kind == Shape::Kind::text && shape.classes.starts_with("mark-text");
  });
  return has_texts ? Placer(shapes, labels, width, height).run() : 0;
}

size_t fit_in_cells(std::vector<Shape>& shapes, size_t first) {
  double room = 1e9;
  for (size_t i = 0; i < first; ++i)
    if (shapes[i].kind == Shape::Kind::rect && shapes[i].row) room = std::min(room, shapes[i].width - 2 * kCellMargin);
  double scale = 1;
  for (size_t i = first; i < shapes.size(); ++i) {
    const double width = markup::text_width(shapes[i].text, shapes[i].font_size, shapes[i].bold);
    // All texts get the size that fits the longest one, because different sizes would look like data.
    if (width > 0) scale = std::min(scale, room / width);
  }
  if (first < shapes.size() && shapes[first].font_size * scale < kMinFontSize) {
    const size_t left_out = shapes.size() - first;
    shapes.erase(shapes.begin() + static_cast<std::ptrdiff_t>(first), shapes.end());
    return left_out;
  }
  for (size_t i = first; i < shapes.size(); ++i) {
    Shape& text = shapes[i];
    // The middle of a line of text is about 0.35 em above its baseline.
    const double middle = text.y - 0.35 * text.font_size;
    text.font_size *= scale;
    text.y = middle + 0.35 * text.font_size;
  }
  return 0;
}

void colour_on_fills(std::vector<Shape>& shapes, size_t first, const DrawOptions& options) {
  std::unordered_map<size_t, const Shape*> fills;  // cells and bars by row
  for (size_t i = 0; i < first; ++i)
    if (shapes[i].kind == Shape::Kind::rect && shapes[i].row) fills[*shapes[i].row] = &shapes[i];
  for (size_t i = first; i < shapes.size(); ++i) {
    Shape& text = shapes[i];
    const auto fill = text.row && text.angle == 0 ? fills.find(*text.row) : fills.end();
    if (fill == fills.end()) continue;
    const auto [left, right] = ends_of(text);
    const double middle = text.y - kCapitals * text.font_size / 2;
    const Shape& shape = *fill->second;
    if (Box{shape.x, shape.y, shape.x + shape.width, shape.y + shape.height}.contains({left, middle, right, middle}))
      text.classes += classes_on(shape, options);
  }
}

}  // namespace chart
