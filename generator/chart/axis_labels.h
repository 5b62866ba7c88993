// Labels that never overlap: wrapped, turned, shortened or thinned until they fit. Part of make_axis().
#pragma once
#include <optional>

#include "chart/axis.h"

namespace chart {

// Fills `lines`, angle, extent, before, after from `label` and `at`. `angle` is the spec's wish.
void place_x_labels(Axis& axis, double length, const Scale& scale, std::optional<double> angle);
void place_y_labels(Axis& axis, double length, const Scale& scale, double most_extent);

}  // namespace chart
