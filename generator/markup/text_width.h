// Measures text without a font, by the advance widths of Liberation Sans, which Arial and Helvetica share. A layout is
// thus correct for the whole font stack of charts.
// Widths of Latin, Greek, Cyrillic and common signs are exact, without kerning. Other letters count as one em if they
// are wide (East Asian), otherwise as an average letter. Combining marks have no width.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace markup {

// The advance widths of a range of code points. The ranges are in ascending order (text_width_table.cc).
struct TextWidths {
  char32_t first;
  char32_t last;
  const uint16_t* regular;  // last - first + 1 widths in 1/2048 em
  const uint16_t* bold;
};
std::span<const TextWidths> text_widths();

// Whether the font has all of these letters. It has no control characters and no combining characters.
bool has_letters(std::string_view utf8);

// Returns the width of a text in the unit of `font_size` (SVG user units, pixels).
double text_width(std::string_view utf8, double font_size, bool bold = false);

// Wraps a text at spaces, and also after '/' and '-' in a word that is too long. A part that is still too long is split
// between letters. Never returns an empty list; removes white space at the ends of lines.
std::vector<std::string> wrap_text(std::string_view text, double font_size, double max_width, bool bold = false);

// Returns the text, shortened with "…" at its end if it is wider than `max_width`.
std::string shorten_text(std::string_view text, double font_size, double max_width, bool bold = false);

}  // namespace markup
