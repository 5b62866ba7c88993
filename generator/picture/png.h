// Draws SVG as PNG with librsvg and cairo, using a single font family regardless of the fonts that are installed.
// The libraries are loaded when a picture is first drawn, because most commands do not need them. The font is
// Liberation Sans, because layouts use its widths; letters that it lacks become boxes. librsvg 2.54 supports CSS
// without var(), :is() and @layer. All functions may be called from any thread.
#pragma once
#include <string>
#include <string_view>

#include "base/result.h"

namespace picture {

// Draws a picture. `svg` has a width and a height in px; the picture has `scale` pixels per px on a white background,
// or fewer if it would have more than 16 million pixels. Pictures with the same key (see key_of) have the same bytes.
// The error explains what to install, or why the picture cannot be drawn. Throws std::bad_alloc if there is not enough
// memory or address space.
base::Result<std::string, std::string> draw_png(std::string_view svg, double scale);

// Returns a hash of the SVG, the scale, the font and the versions of the libraries, in 32 digits.
base::Result<std::string, std::string> key_of(std::string_view svg, double scale);

// Returns the key in a picture that draw_png() made; "" for other bytes.
std::string_view key_in(std::string_view png);

}  // namespace picture
