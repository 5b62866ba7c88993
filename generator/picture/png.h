// Draws SVG as PNG with librsvg and cairo, using a single font family regardless of the fonts that are installed.
// The libraries are loaded when a picture is first drawn, because most commands do not need them. The font is
// Liberation Sans, because layouts use its widths. Letters that it lacks come from fonts of the machine. librsvg 2.54
// supports CSS without var(), :is() and @layer. All functions may be called from any thread.
#pragma once
#include <string>
#include <string_view>

#include "base/result.h"

namespace picture {

struct Problem {
  std::string message;  // what to install, or why the picture cannot be drawn
  std::string letters;  // the letters that no font of the machine has, if that is the reason
};

// Draws a picture. `svg` has a width and a height in px; the picture has `scale` pixels per px on a white background,
// or fewer if it would have more than 16 million pixels. Pictures with the same key (see key_of) have the same bytes.
// Throws std::bad_alloc if there is not enough memory or address space.
base::Result<std::string, Problem> draw_png(std::string_view svg, double scale);

// Returns a hash of the SVG, the scale, the fonts and the versions of the libraries, in 32 digits.
base::Result<std::string, Problem> key_of(std::string_view svg, double scale);

// Returns the key in a picture that draw_png() made; "" for other bytes.
std::string_view key_in(std::string_view png);

}  // namespace picture
