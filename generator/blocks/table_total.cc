#include "blocks/table_total.h"

#include <set>

#include "base/text.h"
#include "quantity/decimal.h"

namespace blocks {
namespace {

// By the column's format where a double holds the sum exactly, else with all digits.
std::string sum_text(const quantity::Exact& sum, const ShownColumn& column, const std::string& unit, Context& context) {
  double nearest = sum.to_double();
  auto same = quantity::Exact::from(nearest);
  if (!same || !(*same == sum)) {
    std::string digits = quantity::group_thousands(sum.to_decimal().value_or(""));
    digits = base::replace_all(digits, "-", "\u2212");
    return column.field.unit_field.empty() ? digits : quantity::attach_unit(digits, unit, context.view.units());
  }
  return column.field.unit_field.empty() ? column.format(nearest)
                                         : column.format.with_unit(nearest, unit, context.view.units());
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
