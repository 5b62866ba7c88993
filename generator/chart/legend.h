// The legend reads the scales of colour, shape and size, and lays its entries out in rows above the plot.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "chart/channels.h"
#include "chart/scale.h"
#include "chart/scene.h"
#include "markup/html.h"
#include "quantity/unit.h"

namespace chart {

struct Legend {
  std::vector<Shape> shapes;  // swatches and texts, in px from the legend's corner
  double height = 0;          // 0 when there is nothing to tell
};

Legend make_legend(const std::vector<BoundLayer>& layers, const std::map<Channel, Scale>& scales,
                   const std::map<std::string, int>& slots, const quantity::Frame& frame, const quantity::Units& units,
                   const std::string& id, double width);

}  // namespace chart
