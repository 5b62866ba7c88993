// Places labels: texts that name other marks. A label never covers a point or another text. Part of make_plot().
#pragma once
#include <vector>

#include "chart/channels.h"
#include "chart/scene.h"

namespace chart {

// The shapes of a panel that are the texts of one layer.
struct Labels {
  size_t first, last;  // the range [first, last) of shapes
  // Whether the spec places them with dx, dy, align or baseline; otherwise they are next to their points.
  bool placed = false;
  bool movable = false;  // whether they name points or vertices of lines, and so may be anywhere around these
};

// Returns nullopt if the layer's texts are marks themselves, annotations, or the contents of cells.
bool are_labels(const BoundLayer& layer, const std::vector<BoundLayer>& layers, Labels& labels);

// Leaves each label where it is if it covers nothing there. Otherwise moves it around its point, or farther away with a
// leader line, or omits it. Puts points above the halos of text. Returns the number of omitted labels.
size_t place_labels(std::vector<Shape>& shapes, const std::vector<Labels>& labels, double width, double height);

// Whether the texts of `layer` name the points of another layer: they have the same positions, and no dx, dy, align,
// baseline or angle.
bool names_points(const BoundLayer& layer, const std::vector<BoundLayer>& layers);

// Whether the texts of `layer` are in the cells of a layer of rects: both have the same categories on both axes.
bool fills_cells(const BoundLayer& layer, const std::vector<BoundLayer>& layers);

// Gives the texts that begin at `first` among `shapes` a size that fits their cells, or omits all of them if they would
// be too small to read. Returns the number of omitted texts. The others get the class "on-cell", and also "on-far" if
// the cell's colour is far from the paper's.
size_t fit_in_cells(std::vector<Shape>& shapes, size_t first);

}  // namespace chart
