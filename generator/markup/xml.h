// Text for XML 1.0 documents, in which some characters may not stand, not even escaped.
#pragma once
#include <string>
#include <string_view>

namespace markup {

// The same with U+FFFD for each character that XML 1.0 forbids (production 2: most control characters, U+FFFE and
// U+FFFF); for a whole document or a part of one. Valid UTF-8 in, valid UTF-8 out.
std::string xml_characters(std::string text);

// The same and escaped: for text between tags and for quoted attributes.
std::string xml_text(std::string_view plain);

}  // namespace markup
