// A scale maps values to positions: numbers and moments to an interval, categories to points, bands or slots.
// After d3-scale (https://d3js.org/d3-scale), without its interpolators.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "chart/spec.h"

namespace chart {

inline constexpr double kContinuousBandSize = 5;  // px of a bar without a band; Vega-Lite's default

inline bool is_discrete(ScaleType type) {
  return type == ScaleType::band || type == ScaleType::point || type == ScaleType::ordinal;
}

// Immutable once built (see scales.h).
struct Scale {
  ScaleType type = ScaleType::linear;

  // linear, log, sqrt, symlog, time: the ends of the domain, before `range`.
  double from = 0, to = 1;
  double base = 10;           // log
  double constant = 1;        // symlog: where it turns from linear to logarithmic
  std::optional<double> mid;  // of a diverging colour: the value in the middle of the range
  bool clamp = false;         // values beyond the domain stay at the range's ends

  // band, point, ordinal: the categories, in order.
  std::vector<std::string> categories;
  double padding_inner = 0, padding_outer = 0;  // as parts of a step

  // The positions of the ends of the domain, in px; for y axes the first is below the second.
  double range_from = 0, range_to = 1;

  bool is_discrete() const { return chart::is_discrete(type); }

  // The position of a value on a continuous scale. NaN gives NaN; values beyond the domain go beyond the range unless
  // `clamp`.
  double position(double value) const;
  // Values to the straight line on which positions are even, and back.
  double transform(double value) const;
  double invert(double transformed) const;

  // The index of a category on a discrete scale; -1 for other values.
  int index_of(const std::string& category) const;
  double step() const;       // distance between two neighbours, >= 0
  double bandwidth() const;  // 0 for points
  // The band's lesser edge, or the point.
  double band_start(size_t index) const;
  double centre(size_t index) const { return band_start(index) + bandwidth() / 2; }

  // Round values of a continuous scale.
  std::vector<double> ticks(double count) const;

  std::map<std::string, size_t> index;  // of `categories`; set by index_categories()
  void index_categories();
};

}  // namespace chart
