#include "blocks/table_extremes.h"

#include <cmath>
#include <limits>

namespace blocks {

Extremes::Extremes(const quantity::Frame& frame, const std::vector<ShownColumn>& columns) {
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  for (const ShownColumn& column : columns) {
    double lowest = kNone, highest = kNone;
    for (size_t row = 0; row < frame.rows(); ++row) {
      double value = quantity::to_double(frame.at(row, column.index));
      if (std::isnan(value)) continue;
      lowest = std::fmin(lowest, value);
      highest = std::fmax(highest, value);
    }
    Column& of = of_.emplace_back(Column{kNone, kNone, highest});
    bool some_are_better = lowest < highest && column.field.unit_field.empty();
    if (!some_are_better || column.field.better == quantity::Better::neither) continue;
    bool higher = column.field.better == quantity::Better::higher;
    of.best = higher ? highest : lowest;
    if (column.mark_worst) of.worst = higher ? lowest : highest;
  }
}

}  // namespace blocks
