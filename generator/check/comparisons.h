// Finds superlatives, and comparatives with "than". English only.
#pragma once
#include <cstddef>
#include <string_view>
#include <vector>

namespace check {

// The range [begin, end) of a comparison in bytes.
struct Comparison {
  size_t begin = 0;
  size_t end = 0;
};

// Returns the comparisons in the order of the text, without overlap. `language` is the site's, such as "en-GB"; the
// result is empty unless it is English.
std::vector<Comparison> find_comparisons(std::string_view text, std::string_view language);

}  // namespace check
