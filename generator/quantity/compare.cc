#include "quantity/compare.h"

#include "quantity/decimal.h"

namespace quantity {

std::partial_ordering compare_numbers(const Value& a, const Value& b) {
  const std::partial_ordering nearest = to_double(a) <=> to_double(b);
  if (nearest != 0 || a == b) return nearest;
  const auto exact = Exact::from(a), other = Exact::from(b);
  return exact && other ? *exact <=> *other : nearest;
}

}  // namespace quantity
