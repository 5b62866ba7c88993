// The order of numbers in cells, to their last digit.
#pragma once
#include <compare>

#include "quantity/frame.h"

namespace quantity {

// REQUIRES: is_number() of both
std::partial_ordering compare_numbers(const Value& a, const Value& b);

}  // namespace quantity
