// Ids that stand on several elements of a page. A link or label reaches the first of them alone.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace markup {

// Decoded, each once, in the order of their bytes. What stands in a <template> is no part of the page. Fast for a page
// without any.
std::vector<std::string> repeated_ids(std::string_view html);

}  // namespace markup
