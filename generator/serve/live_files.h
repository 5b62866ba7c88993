// The script and the style that are added to pages while they are served, from generator/serve/browser/.
#pragma once
#include <string_view>
#include <utility>
#include <vector>

namespace serve {

// Names and bytes, for as long as the program runs.
const std::vector<std::pair<std::string_view, std::string_view>>& live_files();

}  // namespace serve
