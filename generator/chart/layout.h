// Places for everything in a picture: how wide and high the panels are, and what stands around them. Part of
// make_plot().
#pragma once
#include "chart/plot.h"

namespace chart {

inline constexpr double kEdge = 4;  // px around everything

struct LayoutRequest {
  const Spec& spec;
  const quantity::Frame& frame;
  const DrawOptions& options;
  const std::map<Channel, ScaleType>& types;
};

// Builds the scales of places, the axes and the shapes of all panels, with the room that labels and texts take.
void lay_out_panels(Plot& plot, const LayoutRequest& request, base::Diagnostics& diagnostics);
// Places legend, headers, panels, titles and notes one below the other. After lay_out_panels().
void lay_out_heights(Plot& plot, const DrawOptions& options);

const quantity::Units& units_of(const DrawOptions& options);

}  // namespace chart
