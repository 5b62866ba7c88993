// Places of labels: texts that name other marks. A label never covers a point or another text. Part of make_plot().
#pragma once
#include <vector>

#include "chart/channels.h"
#include "chart/scene.h"

namespace chart {

// The texts of a layer among the shapes of a panel.
struct Labels {
  size_t first, last;    // shapes [first, last)
  bool placed = false;   // by dx, dy, align or baseline; otherwise next to their points
  bool movable = false;  // names points or vertices of lines, so that it may be anywhere around them
};

// Returns nullopt for a layer whose texts are marks themselves, annotations, or the contents of cells.
bool are_labels(const BoundLayer& layer, const std::vector<BoundLayer>& layers, Labels& labels);

// Leaves each label in place if it covers nothing there; otherwise moves it around its point, or farther away with a
// leader line, or omits it. Puts points above the halos of text. Returns the number of omitted labels.
size_t place_labels(std::vector<Shape>& shapes, const std::vector<Labels>& labels, double width, double height);

// Whether the texts of `layer` name the points of another layer: same places, and no dx, dy, align, baseline or angle.
bool names_points(const BoundLayer& layer, const std::vector<BoundLayer>& layers);

// Whether the texts of `layer` are in the cells of a layer of rects: both have the same categories on both axes.
bool fills_cells(const BoundLayer& layer, const std::vector<BoundLayer>& layers);

// Sets the texts among `shapes` that begin at `first` in a size that fits their cells, or omits all of them if that
// would be too small to read. Returns the number of omitted texts. The others get the class "on-cell", and "on-far" if
// the cell's colour is far from the paper's.
size_t fit_in_cells(std::vector<Shape>& shapes, size_t first);

}  // namespace chart
