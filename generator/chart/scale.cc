#include "chart/scale.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "chart/ticks.h"

namespace chart {

double Scale::transform(double value) const {
  if (type == ScaleType::log) return value > 0 ? std::log(value) : std::numeric_limits<double>::quiet_NaN();
  if (type == ScaleType::sqrt) return std::copysign(std::sqrt(std::abs(value)), value);
  if (type == ScaleType::symlog) return std::copysign(std::log1p(std::abs(value / constant)), value);
  return value;
}

double Scale::invert(double transformed) const {
  if (type == ScaleType::log) return std::exp(transformed);
  if (type == ScaleType::sqrt) return std::copysign(transformed * transformed, transformed);
  if (type == ScaleType::symlog) return std::copysign(std::expm1(std::abs(transformed)) * constant, transformed);
  return transformed;
}

double Scale::position(double value) const {
  const double low = transform(from), high = transform(to), v = transform(value);
  auto part_of = [](double at, double start, double end) {
    // If the domain has a single value, that is in the middle of the range.
    return end == start ? (std::isnan(at) ? at : 0.5) : (at - start) / (end - start);
  };
  double part = part_of(v, low, high);
  if (mid) {
    const double middle = transform(*mid);
    part = (v < middle) == (low < high) ? part_of(v, low, middle) / 2 : 0.5 + part_of(v, middle, high) / 2;
  }
  if (clamp && !std::isnan(part)) part = std::clamp(part, 0.0, 1.0);
  return range_from + part * (range_to - range_from);
}

int Scale::index_of(const std::string& category) const {
  auto found = index.find(category);
  return found == index.end() ? -1 : static_cast<int>(found->second);
}

// The space of n bands is n - inner + 2 * outer steps; a point scale has inner padding 1.
double Scale::step() const {
  double inner = type == ScaleType::point ? 1 : padding_inner;
  double steps = static_cast<double>(categories.size()) - inner + 2 * padding_outer;
  return std::abs(range_to - range_from) / std::max(1.0, steps);
}

double Scale::bandwidth() const { return type == ScaleType::band ? step() * (1 - padding_inner) : 0; }

double Scale::band_start(size_t at) const {
  double inner = type == ScaleType::point ? 1 : padding_inner;
  double low = std::min(range_from, range_to), high = std::max(range_from, range_to);
  double used = step() * (static_cast<double>(categories.size()) - inner);
  double start = low + (high - low - used) / 2;
  size_t place = range_to < range_from ? categories.size() - 1 - at : at;
  return start + step() * static_cast<double>(place);
}

std::vector<double> Scale::ticks(double count) const {
  const double low = std::min(from, to), high = std::max(from, to);
  std::vector<double> values = type == ScaleType::log    ? log_ticks(low, high, base, count)
                               : type == ScaleType::time ? time_ticks(low, high, count)
                                                         : chart::ticks(low, high, count);
  if (to < from) std::reverse(values.begin(), values.end());
  return values;
}

void Scale::index_categories() {
  index.clear();
  for (size_t i = 0; i < categories.size(); ++i) index.emplace(categories[i], i);
}

}  // namespace chart
