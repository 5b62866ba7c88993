#include "blocks/table_total.h"

#include <set>

#include "quantity/decimal.h"

namespace blocks {
namespace {

std::string sum_text(const quantity::Exact& sum, const ShownColumn& column, const std::string& unit, Context& context) {
  const quantity::Value value = sum.to_value();
  return column.field.unit_field.empty() ? column.format(value)
                                         : column.format.with_unit(value, unit, context.view.units());
}

}  // namespace

Total total_of(const ShownColumn& column, const quantity::Frame& frame, Context& context) {
  Total total;
  quantity::Exact sum;
  std::set<std::string> refs;
  for (size_t row = 0; row < frame.rows(); ++row) {
    auto value = quantity::Exact::from(frame.at(row, column.index));
    if (!value) continue;
    sum = sum + *value;
    ++total.values;
    const quantity::Refs& rests_on = frame.refs_of(row, column.index);
    refs.insert(rests_on.begin(), rests_on.end());
  }
  if (total.values > 0) total.text = sum_text(sum, column, unit_of(column, frame, 0), context);
  total.refs.assign(refs.begin(), refs.end());
  return total;
}

}  // namespace blocks
