// Shortens the labels of an axis or legend so that different labels remain different.
#pragma once
#include <string>
#include <vector>

namespace chart {

// Returns the texts, shortened with "…" if they are wider than `max_width`. Those that begin with the same words have
// the ellipsis before the first difference: "Mixed-precision … 16 chips".
std::vector<std::string> shorten_apart(const std::vector<std::string>& texts, double font_size, double max_width);

}  // namespace chart
