// Words that compare: superlatives, and comparatives with "than". A table by language; a language that is not in it has
// none.
#pragma once
#include <cstddef>
#include <string_view>
#include <vector>

namespace check {

// Bytes [begin, end) of a text.
struct Comparison {
  size_t begin = 0;
  size_t end = 0;
};

// In the order of the text, and apart from one another. `language` is a site's: "en", "en-GB".
std::vector<Comparison> find_comparisons(std::string_view text, std::string_view language);

}  // namespace check
