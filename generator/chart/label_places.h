// Places of labels: texts that name other marks. A label never covers a point or another text. Part of make_plot().
#pragma once
#include <vector>

#include "chart/channels.h"
#include "chart/scene.h"

namespace chart {

// The texts of a layer among the shapes of a panel.
struct Labels {
  size_t first, last;    // shapes [first, last)
  bool placed = false;   // by dx, dy, align or baseline; else beside their points
  bool movable = false;  // names points or places of lines, so that other places around them say the same
};

// Nothing for a layer whose texts are marks themselves, annotations, or the contents of cells.
bool are_labels(const BoundLayer& layer, const std::vector<BoundLayer>& layers, Labels& labels);

// Leaves each label where it is if it covers nothing there; else moves it around its point, or farther away with a
// leader line, or leaves it out. Puts points above the halos of texts. Returns how many labels are left out.
size_t place_labels(std::vector<Shape>& shapes, const std::vector<Labels>& labels, double width, double height);

}  // namespace chart
