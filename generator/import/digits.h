// Numbers as texts: those of published files as they were published, and those that are calculated from them.
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "quantity/decimal.h"

namespace import {

// A whole number above 0, however it is written: "64", "8.0", 8. Nothing for anything else.
std::optional<long> count_of_text(std::string_view text);

// Nothing where it is more than a long can hold.
std::optional<long> product_of(long a, long b);

// Digits as they were published, if they are a number ("12.50"); else "".
std::string digits_of(std::string_view text);

// All digits of a number that was calculated from `published` ones. A fraction without end has 15, or as many as these
// if they have more.
std::string computed_digits(const quantity::Exact& number, std::string_view published = "");

// Rounded half up to `digits` after the point, without zeros at the end.
std::string rounded_digits(const quantity::Exact& number, int digits);

}  // namespace import
