// What to write instead of a word that Vega-Lite has and charts here have not.
#pragma once
#include <string>
#include <string_view>

namespace chart {

// A sentence for people: the nearest thing that there is, or why there is none and who decides in its place. Never
// empty.
std::string nearest_to(std::string_view word);

}  // namespace chart
