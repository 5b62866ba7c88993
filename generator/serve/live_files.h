// The script and the style that are added to served pages, from generator/serve/browser/.
#pragma once
#include <string_view>
#include <utility>
#include <vector>

namespace serve {

// Returns names and bytes, which are valid as long as the program runs.
const std::vector<std::pair<std::string_view, std::string_view>>& live_files();

}  // namespace serve
