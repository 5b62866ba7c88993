// A scale maps values to positions: numbers and moments to an interval, categories to points, bands or slots. Based on
// d3-scale (https://d3js.org/d3-scale), without its interpolators.
#pragma once
#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "chart/channels.h"
#include "chart/spec.h"

namespace chart {

inline constexpr double kContinuousBandSize = 5;  // width in px of a bar without a band; Vega-Lite's default

inline bool is_discrete(ScaleType type) {
  return type == ScaleType::band || type == ScaleType::point || type == ScaleType::ordinal;
}

// A scale. Immutable once built (see scales.h).
struct Scale {
  ScaleType type = ScaleType::linear;

  // The ends of the domain of a linear, log, sqrt, symlog or time scale, which are mapped to the ends of the range.
  double from = 0, to = 1;
  double base = 10;           // the base of a log scale
  double constant = 1;        // the value at which a symlog scale changes from linear to logarithmic
  std::optional<double> mid;  // the value in the middle of a range of diverging colours
  bool clamp = false;         // whether values beyond the domain are moved to the ends of the range

  // The categories of a band, point or ordinal scale, in order.
  std::vector<std::string> categories;
  double padding_inner = 0, padding_outer = 0;  // the spaces between and around bands, relative to a step

  // Positions in px of the ends of the domain; for y axes the first one is below the second.
  double range_from = 0, range_to = 1;

  bool is_discrete() const { return chart::is_discrete(type); }
  bool has_zero() const { return !is_discrete() && type != ScaleType::log && type != ScaleType::time; }
  // Whether a value is within the domain.
  bool reaches(double value) const { return std::min(from, to) <= value && value <= std::max(from, to); }

  // Returns the position of a value on a continuous scale. Values beyond the domain get positions beyond the range
  // unless `clamp`. Returns NaN for NaN.
  double position(double value) const;
  // These functions convert between values and the straight line on which positions are evenly spaced.
  double transform(double value) const;
  double invert(double transformed) const;

  // Returns the index of a category on a discrete scale; -1 for other values.
  int index_of(const std::string& category) const;
  double step() const;       // returns the distance between two neighbours, which is never negative
  double bandwidth() const;  // returns 0 if categories are points
  // Returns the lesser edge of the band, or the point.
  double band_start(size_t index) const;
  double centre(size_t index) const { return band_start(index) + bandwidth() / 2; }

  // Returns round values of a continuous scale.
  std::vector<double> ticks(double count) const;

  std::map<std::string, size_t> index;  // maps `categories` to their indices; set by index_categories()
  void index_categories();
};

using Scales = std::map<Channel, Scale>;
inline const Scale* find_scale(const Scales& scales, Channel channel) {
  auto found = scales.find(channel);
  return found == scales.end() ? nullptr : &found->second;
}

// -- Building --
//
// These functions build the scales of a chart from the channels of all its layers: one for each of x, y, xOffset,
// yOffset, color, shape, size. Defaults (types, zero, nice, paddings, order of categories) are Vega-Lite's.

// Returns the channels with this name that have a scale, because they have a field or a datum.
std::vector<const BoundChannel*> scaled_channels(const std::vector<BoundLayer>& layers, Channel channel);

// Returns the categories of a discrete scale, in the order that the spec specifies.
std::vector<std::string> ordered_categories(const std::vector<BoundLayer>& layers, Channel channel,
                                            const quantity::Frame& frame, base::Diagnostics& diagnostics);

// Returns the type of a scale if all layers agree. Reports "chart-type" otherwise, or if it cannot show the values.
std::optional<ScaleType> choose_scale_type(const std::vector<BoundLayer>& layers, Channel channel,
                                           base::Diagnostics& diagnostics);

struct Plot;

// Builds the scale of `channel` in these layers of a plot. Returns nullopt for a channel that no layer scales. The
// range is in px; the padding of continuous scales depends on it. Errors: "chart-log-domain", "chart-domain" (values
// beyond the domain that the spec states), "chart-baseline" (bars and areas without a zero).
std::optional<Scale> build_scale(const Plot& plot, const std::vector<BoundLayer>& layers, Channel channel,
                                 double range_from, double range_to, base::Diagnostics& diagnostics);

}  // namespace chart
