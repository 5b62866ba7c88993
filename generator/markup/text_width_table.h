// The advance widths that text_width() uses, by ranges of code points in ascending order.
#pragma once
#include <cstdint>
#include <span>

namespace markup {

struct TextWidths {
  char32_t first;
  char32_t last;
  const uint16_t* regular;  // last - first + 1 widths in 1/2048 em
  const uint16_t* bold;
};

std::span<const TextWidths> text_widths();

}  // namespace markup
