// CSS colours and the contrast between them.
#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace markup {

// A colour in sRGB; each component is between 0 and 1.
struct Colour {
  double red = 0, green = 0, blue = 0;
};

// Parses "#rgb", "#rrggbb", "rgb(1 2 3)", "rgb(1, 2, 3)", "rgb(1% 2% 3%)", "black" or "white". Returns nullopt for
// other notations and for colours that are not opaque.
std::optional<Colour> parse_colour(std::string_view css);

// Returns the "relative luminance" of WCAG 2.2: https://www.w3.org/TR/WCAG22/#dfn-relative-luminance ; 0 for black, 1
// for white.
double luminance(const Colour& colour);

// Returns the "contrast ratio" of WCAG 2.2: https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio ; from 1 to 21, in either
// order. Text needs 4.5 (1.4.3), the parts of a graphic 3 (1.4.11).
double contrast(const Colour& a, const Colour& b);

// Returns the colour, mixed with as little black or white as gives it a contrast of `needed` with the background: black
// on a light one. The result is that of black or white if no other has it.
Colour with_contrast(const Colour& colour, const Colour& background, double needed);

// The luminance half way between black and white in contrast. A lighter background needs dark text.
inline constexpr double kMiddleLuminance = 0.1791;

// Returns "#rrggbb".
std::string to_hex(const Colour& colour);

}  // namespace markup
