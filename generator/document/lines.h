// The lines of a Markdown text, as libcmark-gfm counts them: they end with \n, \r or \r\n.
#pragma once
#include <cstdint>
#include <string_view>
#include <vector>

namespace document {

// Where each begins, the first at 0; behind a line's end at the end of the text there is one more, which is empty.
// REQUIRES: less than 4 GB.
std::vector<uint32_t> line_begins(std::string_view text);

}  // namespace document
