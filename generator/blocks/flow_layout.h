// Places boxes and the lines between them, from top to bottom, by Graphviz's "dot".
//
// libgvc is loaded when first needed, because most commands do not draw a flow. It has global state and aborts when two
// threads use it: calls wait for each other. Sizes come from the caller, never from fonts, so that the same graph has
// the same layout on every machine.
#pragma once
#include <string>
#include <vector>

#include "base/result.h"

namespace blocks {

// In pixels, y downwards.
struct Point {
  double x = 0;
  double y = 0;
};

struct LayoutBox {
  double width = 0;
  double height = 0;
};

// A line from the bottom of one box to the top of another, through a label of this size (0 for none).
struct LayoutLine {
  size_t from = 0;
  size_t to = 0;
  double label_width = 0;
  double label_height = 0;
};

// A cubic Bézier path: a start, then three points a segment.
using Curve = std::vector<Point>;

struct PlacedLine {
  std::vector<Curve> curves;  // one, or two with the label between them
  Point label;                // its centre
  Point tip;                  // of the arrow; the last curve ends where its head begins
};

struct Layout {
  double width = 0;
  double height = 0;
  std::vector<Point> boxes;  // their centres, as in the input
  std::vector<PlacedLine> lines;
};

// Accepts at most 500 boxes and 2,000 lines. The error is a sentence: the library is missing, or why it failed.
base::Result<Layout, std::string> lay_out(const std::vector<LayoutBox>& boxes, const std::vector<LayoutLine>& lines);

}  // namespace blocks
