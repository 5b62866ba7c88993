// A chart laid out and not yet written: scales, axes, legend, shapes, and where the plotting area lies. draw() writes
// it; tests compare it with Vega.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "chart/axis.h"
#include "chart/channels.h"
#include "chart/draw.h"
#include "chart/legend.h"
#include "chart/scale.h"
#include "chart/scene.h"
#include "quantity/present.h"

namespace chart {

struct Plot {
  double left = 0, top = 0;      // the plotting area's corner
  double width = 0, height = 0;  // of the plotting area
  double full_width = 0, full_height = 0;
  std::vector<BoundLayer> layers;
  std::map<Channel, Scale> scales;
  std::map<std::string, int> slots;  // category of colour -> series 1 to 8
  std::optional<Axis> x_axis, y_axis;
  Legend legend;
  std::vector<Shape> shapes;                    // from the plotting area's corner
  std::vector<quantity::ColumnFormat> formats;  // one a column of the frame
};

// `spec` and `frame` outlive the result. See draw() for the errors.
std::optional<Plot> make_plot(const Spec& spec, const quantity::Frame& frame, const DrawOptions& options,
                              base::Diagnostics& diagnostics);

}  // namespace chart
