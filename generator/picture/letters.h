// The letters of a picture that the font of pictures lacks.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace picture {

// The code points of a font: the first and the last of each range, in ascending order.
using Coverage = std::vector<std::pair<char32_t, char32_t>>;

// Returns the letters in <text> elements of an SVG that are not in `font`, each once, in ascending order. Spaces and
// invisible characters are no letters; titles and descriptions are not drawn.
std::string letters_outside(const Coverage& font, std::string_view svg);

// Returns the Debian package with a font that has a letter.
std::string_view font_package(char32_t letter);

}  // namespace picture
