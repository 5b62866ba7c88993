#include "unit/chart/oracle_marks.h"

#include <fmt/format.h>

#include <algorithm>

namespace chart_test {
namespace {

constexpr double kNear = 0.5;    // the largest distance in px
constexpr double kNearArea = 1;  // the largest difference in square px
constexpr double kNearOpacity = 0.01;
constexpr double kPi = 3.14159265358979;

std::string series_of(const std::string& classes, const std::map<std::string, int>& slots) {
  for (const auto& [category, slot] : slots) {
    if ((classes + ' ').find(fmt::format("series-{} ", slot)) != std::string::npos) return category;
  }
  return "";
}

void add_corners(std::vector<Mark>& marks, const Mark& look, const std::vector<chart::Points>& path) {
  for (const chart::Points& part : path)
    for (auto [x, y] : part) {
      marks.push_back(look);
      marks.back().kind = "place";
      marks.back().box = {x, y, 0, 0};
    }
}

// The caps of error bars are our theme's; only the bar itself has a title.
bool is_cap(const chart::Shape& shape) {
  return shape.classes.find("mark-errorbar") != std::string::npos && shape.title.empty();
}

// Names at the ends of lines replace a legend.
bool is_line_name(const chart::Shape& shape) {
  return shape.classes.starts_with("line-name") || shape.classes.starts_with("leader");
}

template <class T>
bool agree(const T& a, const T& b) {
  return a.empty() || b.empty() || a == b;
}

bool near(double a, double b, double distance) { return std::isnan(a) || std::isnan(b) || std::abs(a - b) <= distance; }

// Whether Vega's bar is one of the shortest, which are longer in our drawings, so that readers see them.
bool is_lengthened(const Mark& theirs, const Mark& ours, size_t axis) {
  constexpr double kLeast = 1.5;
  const double length = theirs.box[axis + 2];
  return theirs.kind == "rect" && length > 0 && length < kLeast && near(ours.box[axis + 2], kLeast, kNear) &&
         near(ours.box[axis], theirs.box[axis], kLeast - length + kNear);
}

bool same(const Mark& theirs, const Mark& ours) {
  constexpr double kLeastArea = 4 * kPi;  // of our points, whose size is a value
  for (size_t i = 0; i < 4; ++i)
    if (!(std::abs(theirs.box[i] - ours.box[i]) <= kNear) && !is_lengthened(theirs, ours, i % 2)) return false;
  return theirs.kind == ours.kind && agree(theirs.text, ours.text) && agree(theirs.anchor, ours.anchor) &&
         agree(theirs.series, ours.series) && near(std::max(theirs.area, kLeastArea), ours.area, kNearArea) &&
         near(theirs.opacity, ours.opacity, kNearOpacity);
}

std::string describe(const Mark& mark) {
  std::string text = fmt::format("{} [{:.2f}]", mark.kind, fmt::join(mark.box, " "));
  if (!mark.text.empty()) text += fmt::format(" \"{}\"", mark.text);
  if (!mark.series.empty()) text += " of " + mark.series;
  if (!std::isnan(mark.area)) text += fmt::format(" area {:.1f}", mark.area);
  if (!std::isnan(mark.opacity)) text += fmt::format(" opacity {:.2f}", mark.opacity);
  return text;
}

std::string describe(const std::vector<Mark>& marks) {
  std::string text;
  for (const Mark& mark : marks) text += (text.empty() ? "" : "; ") + describe(mark);
  return text;
}

}  // namespace

std::vector<Mark> our_marks(const std::vector<chart::Shape>& shapes, const std::map<std::string, int>& slots) {
  std::vector<Mark> marks;
  for (const chart::Shape& shape : shapes) {
    // Vega's areas have no edges.
    if (is_cap(shape) || is_line_name(shape) || shape.classes.ends_with(" edge")) continue;
    Mark mark;
    mark.series = series_of(shape.classes, slots);
    mark.opacity = shape.opacity;
    switch (shape.kind) {
      case chart::Shape::Kind::rect:
        mark.kind = "rect";
        mark.box = {shape.x, shape.y, shape.width, shape.height};
        break;
      case chart::Shape::Kind::line:
        mark.kind = "line";
        mark.box = {std::min(shape.x, shape.x + shape.width), std::min(shape.y, shape.y + shape.height),
                    std::abs(shape.width), std::abs(shape.height)};
        break;
      case chart::Shape::Kind::symbol:
        mark.kind = "place";
        mark.box = {shape.x, shape.y, 0, 0};
        mark.area = kPi * shape.radius * shape.radius;
        break;
      case chart::Shape::Kind::text:
        mark.kind = "text";
        mark.box = {shape.x, shape.y, 0, 0};
        mark.text = shape.text;
        mark.anchor = shape.anchor;
        break;
      case chart::Shape::Kind::path:
        add_corners(marks, mark, shape.path);
        continue;
    }
    marks.push_back(std::move(mark));
  }
  return marks;
}

std::vector<Mark> their_marks(const nlohmann::json& list) {
  std::vector<Mark> marks;
  for (const nlohmann::json& item : list) {
    Mark mark;
    mark.kind = item["kind"];
    mark.box = {item.value("x", 0.0), item.value("y", 0.0), item.value("width", 0.0), item.value("height", 0.0)};
    mark.text = item.value("text", "");
    mark.anchor = item.value("anchor", "");
    mark.series = item.value("series", "");
    mark.area = item.value("size", mark.area);
    mark.opacity = item.value("opacity", mark.opacity);
    marks.push_back(std::move(mark));
  }
  return marks;
}

std::string difference(std::vector<Mark> ours, const std::vector<Mark>& theirs) {
  for (const Mark& mark : theirs) {
    auto found = std::find_if(ours.begin(), ours.end(), [&](const Mark& other) { return same(mark, other); });
    if (found == ours.end()) return fmt::format("Vega has {}; ours left: {}", describe(mark), describe(ours));
    ours.erase(found);
  }
  return ours.empty() ? "" : fmt::format("we draw what Vega does not: {}", describe(ours));
}

}  // namespace chart_test
