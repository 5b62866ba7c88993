// The categories of a discrete scale, in the order that the spec asks for. Part of build_scale().
#pragma once
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "chart/channels.h"

namespace chart {

std::vector<std::string> ordered_categories(const std::vector<BoundLayer>& layers, Channel channel,
                                            const quantity::Frame& frame, base::Diagnostics& diagnostics);

}  // namespace chart
