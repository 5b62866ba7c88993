// Chooses the colours of values: a series of the theme for a category, a step of a ramp for a quantity, a moment, or a
// position in an order. The theme defines the colours themselves (tokens --series-1…8, --ramp-0…8, --div-0…8).
#pragma once
#include <array>
#include <map>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "chart/channels.h"
#include "chart/scale.h"

namespace chart {

inline constexpr int kMaxSeries = 8;
inline constexpr int kRampSteps = 9;
inline constexpr int kNeutral = 0;  // the grey of marks that only give context
inline constexpr double kMutedOpacity = 0.45;

struct Colours {
  // Maps a category of the colour scale to a series from 1 to 8, or kNeutral for rows without a category.
  std::map<std::string, int> slots;
  bool told_apart = false;  // whether readers recognise each series on screens without hatches
  bool ordered = false;     // whether ordinal categories without stated colours are steps of the ramp
};

// Assigns the site's slots to its entities first, then free slots to the other categories in order. `no_category` is
// the label of rows without a category, which gets no slot, as do categories that are not highlighted. Reports
// "chart-series" if there are more categories than readers can distinguish by colour.
Colours choose_colours(const std::vector<BoundLayer>& layers, const Scale* scale,
                       const std::map<std::string, int>& entity_slots, const std::string& no_category,
                       const std::vector<std::string>& highlight, base::Diagnostics& diagnostics);

// Whether bars and areas of different series differ in their place along an axis, in texts beside them or in their
// lightness, in both schemes.
bool are_told_apart(const std::vector<BoundLayer>& layers, const Colours& colours,
                    const std::vector<std::array<double, 2>>& lightness);

// Reports "chart-series" if there are more highlighted categories than shapes.
void check_shapes(const std::vector<BoundLayer>& layers, const Scale& scale, const std::vector<std::string>& highlight,
                  base::Diagnostics& diagnostics);

// Reports "chart-series" if a line or an area would join rows that belong to different series, because several are at
// the same position along the axis: rows without a category, or all rows if nothing distinguishes series
// (a warning).
void check_lines(const std::vector<BoundLayer>& layers, const quantity::Frame& frame, const std::string& no_category,
                 base::Diagnostics& diagnostics);

std::string series_class(int series);  // also accepts kNeutral
// Returns the class of a category on a discrete scale.
std::string category_class(const Colours& colours, const Scale& scale, const std::string& category);
// Returns the index of a series among `count` patterns, symbols or dashes.
int look_of_series(int series, int count);
// Returns the class of a value on a continuous scale whose range is 0 to 1.
std::string ramp_class(const Scale& scale, double value);
std::string ramp_step_class(const Scale& scale, int step);
// Returns the opacity of a row, from 0.3 to 0.8 as in Vega-Lite.
double opacity_at(const Scale& scale, const BoundChannel& channel, size_t row);
double opacity_of_part(double part);  // `part` is a part of the range, from 0 to 1

}  // namespace chart
