#include "chart/scale.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "chart/ticks.h"
#include "chart/time_axis.h"

namespace chart {
namespace {

double signed_sqrt(double value) { return value < 0 ? -std::sqrt(-value) : std::sqrt(value); }

}  // namespace

double Scale::position(double value) const {
  double low = from, high = to, v = value;
  if (type == ScaleType::log) {
    if (!(value > 0)) return std::numeric_limits<double>::quiet_NaN();
    low = std::log(from), high = std::log(to), v = std::log(value);
  } else if (type == ScaleType::sqrt) {
    low = signed_sqrt(from), high = signed_sqrt(to), v = signed_sqrt(value);
  }
  // A domain of one value lies in the middle.
  double part = high == low ? (std::isnan(v) ? v : 0.5) : (v - low) / (high - low);
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
  switch (type) {
    case ScaleType::log:
      return log_ticks(from, to, base, count);
    case ScaleType::time:
      return time_ticks(from, to, count);
    default:
      return chart::ticks(from, to, count);
  }
}

void Scale::index_categories() {
  index.clear();
  for (size_t i = 0; i < categories.size(); ++i) index.emplace(categories[i], i);
}

}  // namespace chart
