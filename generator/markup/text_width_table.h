// The advance widths behind text_width(), range by range of code points, in ascending order.
#pragma once
#include <cstdint>
#include <span>

namespace markup::text_width_table {

inline constexpr double kUnitsPerEm = 2048;

struct Range {
  char32_t first;
  char32_t last;
  const uint16_t* regular;  // last - first + 1 widths
  const uint16_t* bold;
};

std::span<const Range> ranges();

}  // namespace markup::text_width_table
