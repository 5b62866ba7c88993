// Which letters the font of pictures has: Liberation Sans, as text_width.h measures it.
#pragma once
#include <string_view>

namespace markup {

// Whether it has all of these. Letters that combine with others, and control characters, it has not.
bool has_letters(std::string_view utf8);

}  // namespace markup
