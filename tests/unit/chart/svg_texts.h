// The texts of a drawing as boxes in the picture, found in its SVG: for tests that nothing overlaps and nothing is cut.
#pragma once
#include <array>
#include <string>
#include <vector>

namespace chart_test {

struct TextBox {
  std::string text, classes;
  std::array<std::array<double, 2>, 4> corners;  // in px of the view box, around the rotated text
};

struct Picture {
  double width = 0, height = 0;
  std::vector<TextBox> texts;
};

// REQUIRES: `svg` is what chart::draw() writes.
Picture read_picture(const std::string& svg);

// Whether they overlap by more than half a pixel.
bool overlap(const TextBox& a, const TextBox& b);
bool is_inside(const TextBox& box, const Picture& picture);

}  // namespace chart_test
