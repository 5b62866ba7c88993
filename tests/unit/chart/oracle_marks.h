// Converts the marks of our drawings and of Vega's to the same form, for comparison.
#pragma once
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "chart/scene.h"

namespace chart_test {

struct Mark {
  std::string kind;             // the kind of mark: rect, line, place (a symbol or a corner of a path), text
  std::array<double, 4> box{};  // x, y, width, height, in px from the corner of the plotting area
  // Values that are unknown or must not be compared are empty or NaN.
  std::string text, anchor, series;
  double area = std::numeric_limits<double>::quiet_NaN();  // the area of a symbol in square px
  double opacity = std::numeric_limits<double>::quiet_NaN();
};

// Returns the marks of our shapes. `slots` maps the classes to the names of series.
std::vector<Mark> our_marks(const std::vector<chart::Shape>& shapes, const std::map<std::string, int>& slots);
std::vector<Mark> their_marks(const nlohmann::json& marks);

// Returns "" if both lists have the same marks, in any order, each with a partner within half a pixel.
std::string difference(std::vector<Mark> ours, const std::vector<Mark>& theirs);

}  // namespace chart_test
