// SVG drawn as PNG, by librsvg and cairo, with one family of fonts and nothing of what else the machine has installed.
//
// The libraries are loaded when a picture is first drawn, since most commands draw none. The font is Liberation Sans,
// whose widths our layouts are made with; letters that it lacks become boxes. librsvg 2.54 knows CSS without var(),
// :is() and @layer. All functions may be called from any thread.
#pragma once
#include <string>
#include <string_view>

#include "base/result.h"

namespace picture {

// `svg` has a width and a height in px; the picture has `scale` pixels for each, and white where nothing is drawn. The
// same bytes for the same key (below). The error says what is missing and what to install, or why it can't be drawn.
// Throws std::bad_alloc where there is no memory for its pixels, or little address space.
base::Result<std::string, std::string> draw_png(std::string_view svg, double scale);

// Identifies a picture: a hash of the SVG, the scale, the font and the versions of the
// libraries. 32 digits.
base::Result<std::string, std::string> key_of(std::string_view svg, double scale);

// The key of the picture that draw_png() made of these bytes; "" for what it has not made.
std::string_view key_in(std::string_view png);

}  // namespace picture
