// The lines of a Markdown text, as libcmark-gfm counts them: they end with \n, \r or \r\n.
#pragma once
#include <cstdint>
#include <string_view>
#include <vector>

namespace document {

// Where each begins within [begin, text.size()), the first at `begin`; behind a line's end at the end of the text there
// is one more, which is empty.
std::vector<uint32_t> line_begins(std::string_view text, size_t begin = 0);

}  // namespace document
