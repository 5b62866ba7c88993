// Places boxes from top to bottom, and the lines between them, with Graphviz's "dot".
//
// libgvc is loaded when it is first needed, because most commands do not draw a flow, and runs in a child
// (base/jail.h). The caller passes all sizes, because fonts would make the layout depend on the machine.
#pragma once
#include <string>
#include <vector>

#include "base/result.h"

namespace blocks {

// A position in pixels; y increases downwards.
struct Point {
  double x = 0;
  double y = 0;
};

struct LayoutBox {
  double width = 0;
  double height = 0;
};

// A line from the bottom of one box to the top of another, with the size of its label, or 0 without a label.
struct LayoutLine {
  size_t from = 0;
  size_t to = 0;
  double label_width = 0;
  double label_height = 0;
};

// A cubic Bézier path: a start, followed by three points for each segment.
using Curve = std::vector<Point>;

struct PlacedLine {
  std::vector<Curve> curves;  // one curve, or two with the label between them
  Point label;                // the label's centre
  Point tip;                  // the tip of the arrow; the last curve ends where the arrowhead begins
};

struct Layout {
  double width = 0;
  double height = 0;
  std::vector<Point> boxes;  // centres of the boxes, in the order of the input
  std::vector<PlacedLine> lines;
};

// The error is a sentence: the library is missing, or the layout failed.
base::Result<Layout, std::string> lay_out(const std::vector<LayoutBox>& boxes, const std::vector<LayoutLine>& lines);

}  // namespace blocks
