// Builds the scales of a chart from the channels of all its layers: one for each of x, y, xOffset, yOffset, color,
// shape, size. Defaults (types, zero, nice, paddings, order of categories) are Vega-Lite's.
#pragma once
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "chart/channels.h"
#include "chart/scale.h"

namespace chart {

// Returns the channels with this name that have a scale, because they have a field or a datum.
std::vector<const BoundChannel*> scaled_channels(const std::vector<BoundLayer>& layers, Channel channel);

// Returns the categories of a discrete scale, in the order that the spec specifies.
std::vector<std::string> ordered_categories(const std::vector<BoundLayer>& layers, Channel channel,
                                            const quantity::Frame& frame, base::Diagnostics& diagnostics);

// Returns the type of a scale if all layers agree. Reports "chart-type" otherwise, or if it cannot show the values.
std::optional<ScaleType> choose_scale_type(const std::vector<BoundLayer>& layers, Channel channel,
                                           base::Diagnostics& diagnostics);

// Builds a scale. The range is in px; the padding of continuous scales depends on it. Errors: "chart-log-domain",
// "chart-domain" (values beyond the domain that the spec states), "chart-baseline" (bars and areas without a zero).
// REQUIRES: scaled_channels() is not empty.
Scale build_scale(const std::vector<BoundLayer>& layers, Channel channel, ScaleType type, double range_from,
                  double range_to, const quantity::Frame& frame, base::Diagnostics& diagnostics);

}  // namespace chart
