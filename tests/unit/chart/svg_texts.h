// Finds the texts of a drawing as boxes in its SVG, for tests that nothing overlaps and nothing is cut off.
#pragma once
#include <array>
#include <string>
#include <vector>

namespace chart_test {

struct TextBox {
  std::string text, classes;
  std::array<std::array<double, 2>, 4> corners;  // the corners of the rotated text, in px of the view box
};

struct Picture {
  double width = 0, height = 0;
  std::vector<TextBox> texts;
};

// REQUIRES: chart::draw() wrote `svg`
Picture read_picture(const std::string& svg);

// Whether two texts overlap by more than half a pixel.
bool overlap(const TextBox& a, const TextBox& b);
bool is_inside(const TextBox& box, const Picture& picture);

}  // namespace chart_test
