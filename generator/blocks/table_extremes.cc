#include "blocks/table_extremes.h"

#include <limits>

#include "quantity/compare.h"

namespace blocks {

using quantity::Value;

Extremes::Extremes(const quantity::Frame& frame, const std::vector<ShownColumn>& columns) {
  for (const ShownColumn& column : columns) {
    const Value* lowest = nullptr;
    const Value* highest = nullptr;
    for (size_t row = 0; row < frame.rows(); ++row) {
      const Value& value = frame.at(row, column.index);
      if (!quantity::is_number(value)) continue;
      if (lowest == nullptr || quantity::compare_numbers(value, *lowest) < 0) lowest = &value;
      if (highest == nullptr || quantity::compare_numbers(value, *highest) > 0) highest = &value;
    }
    constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
    Column& of = of_.emplace_back();
    of.greatest = highest == nullptr ? kNone : quantity::to_double(*highest);
    const bool some_are_better =
        lowest != nullptr && quantity::compare_numbers(*lowest, *highest) < 0 && column.field.unit_field.empty();
    if (!some_are_better || column.field.better == quantity::Better::neither) continue;
    const bool higher = column.field.better == quantity::Better::higher;
    of.best = higher ? *highest : *lowest;
    if (column.mark_worst) of.worst = higher ? *lowest : *highest;
  }
}

bool Extremes::is(const Value& extreme, const Value& value) {
  return quantity::is_number(extreme) && quantity::is_number(value) && quantity::compare_numbers(extreme, value) == 0;
}

}  // namespace blocks
