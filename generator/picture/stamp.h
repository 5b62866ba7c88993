// A word in a PNG's own metadata, which leaves its pixels alone: a chunk "tEXt" (PNG specification, 11.3.4.3).
#pragma once
#include <string>
#include <string_view>

namespace picture {

// REQUIRES: `png` is a PNG. The chunk comes right after the header.
std::string stamp(std::string_view png, std::string_view key);
// What stamp() wrote; "" for none.
std::string_view read_stamp(std::string_view png);

}  // namespace picture
