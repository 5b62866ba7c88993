// The width of text, without a font: the advance widths of Liberation Sans, which Arial and Helvetica share, so that a
// layout is right for the whole font stack of charts.
//
// Latin, Greek, Cyrillic and common signs are exact (without kerning); other letters count as one em if they are wide
// (East Asian), otherwise as an average letter; combining marks count as nothing.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace markup {

// Whether the font has all of these letters. It has no control characters, and none that combine with others.
bool has_letters(std::string_view utf8);

// The width of a text in the unit of `font_size` (SVG user units, pixels).
double text_width(std::string_view utf8, double font_size, bool bold = false);

// Breaks at spaces, and after '/' and '-' where a word is too long by itself; a part that is still too long is cut
// between letters. Never returns an empty list; white space at the ends of lines is removed.
std::vector<std::string> wrap_text(std::string_view text, double font_size, double max_width, bool bold = false);

// The text with "…" at its end where it is wider than `max_width`.
std::string shorten_text(std::string_view text, double font_size, double max_width, bool bold = false);

}  // namespace markup
