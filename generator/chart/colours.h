// Which colour a value has: a series of the theme for a category, a step of a ramp for a quantity, a moment, or a place
// in an order. Colours themselves are the theme's (tokens --series-1…8, --ramp-0…8, --div-0…8).
#pragma once
#include <map>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "chart/channels.h"
#include "chart/scale.h"

namespace chart {

inline constexpr int kMostSeries = 8;
inline constexpr int kRampSteps = 9;

struct Colours {
  std::map<std::string, int> slots;  // category of the colour scale -> series 1 to 8
  bool ordered = false;              // ordinal categories without colours of their own: steps of the ramp
};

// The slots that the site gives to entities first; the others take what is free, in order. Error "chart-series" when
// there are more categories than colours that can be told apart.
Colours choose_colours(const std::vector<BoundLayer>& layers, const Scale* scale,
                       const std::map<std::string, int>& entity_slots, base::Diagnostics& diagnostics);

std::string series_class(int series);
// Of a continuous scale whose range is 0 to 1.
std::string ramp_class(const Scale& scale, double value);
std::string ramp_step_class(const Scale& scale, int step);
// Of the category at `index` of so many, spread over the part of the ramp that stands out from the paper.
std::string ordered_class(int index, size_t count);
// Opacities from 0.3 to 0.8, Vega-Lite's.
double opacity_at(const Scale& scale, const BoundChannel& channel, size_t row);
double opacity_of_part(double part);  // of the range, 0 to 1

}  // namespace chart
