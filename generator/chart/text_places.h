// Which texts tell of other marks: of points, and of cells, where they are as small as they need to be. Part of
// make_plot().
#pragma once
#include <vector>

#include "chart/channels.h"
#include "chart/scene.h"

namespace chart {

// Whether the texts of `layer` name the points of another layer: same places, and no dx, dy, align, baseline or angle.
bool names_points(const BoundLayer& layer, const std::vector<BoundLayer>& layers);

// Whether the texts of `layer` stand in the cells of a layer of rects: both have the same categories on both axes.
bool fills_cells(const BoundLayer& layer, const std::vector<BoundLayer>& layers);

// Sets the texts among `shapes` that begin at `first` in a size that fits their cells, or leaves all of them out where
// that would be too small to read. Returns how many are left out. Those that stay get the class "on-cell", and "on-far"
// where the cell's colour is far from the paper's.
size_t fit_in_cells(std::vector<Shape>& shapes, size_t first);

}  // namespace chart
