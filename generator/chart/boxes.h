// The space that shapes take.
#pragma once
#include <algorithm>

#include "chart/scene.h"

namespace chart {

inline constexpr double kCapitals = 0.72;  // height of capital letters in em

struct Box {
  double left, top, right, bottom;

  bool contains(const Box& other) const {
    return other.left >= left && other.right <= right && other.top >= top && other.bottom <= bottom;
  }
};

inline double overlap(const Box& a, const Box& b) {
  const double width = std::min(a.right, b.right) - std::max(a.left, b.left);
  const double height = std::min(a.bottom, b.bottom) - std::max(a.top, b.top);
  return width > 0 && height > 0 ? width * height : 0;
}

inline Box box_of(const Shape& text) {
  const auto [left, right] = ends_of(text);
  return {left - 1, text.y - kCapitals * text.font_size - 1, right + 1, text.y + 0.2 * text.font_size + 1};
}

struct Segment {
  double x1, y1, x2, y2;

  Box bounds() const { return {std::min(x1, x2), std::min(y1, y2), std::max(x1, x2), std::max(y1, y2)}; }
  // Whether a part of the line is in the box, by the Liang-Barsky algorithm.
  bool crosses(const Box& box) const {
    double from = 0, to = 1;
    auto cut = [&](double step, double room) {
      if (step == 0) return room >= 0;
      const double at = room / step;
      (step < 0 ? from : to) = step < 0 ? std::max(from, at) : std::min(to, at);
      return from <= to;
    };
    return cut(x1 - x2, x1 - box.left) && cut(x2 - x1, box.right - x1) && cut(y1 - y2, y1 - box.top) &&
           cut(y2 - y1, box.bottom - y1);
  }
};

}  // namespace chart
