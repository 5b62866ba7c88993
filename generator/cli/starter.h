// The site that `sourcebook new site` writes: the files of starter/, as they were when the program was built.
#pragma once
#include <string_view>
#include <utility>
#include <vector>

namespace cli {

// Paths from the site's folder and their bytes, which live as long as the program.
const std::vector<std::pair<std::string_view, std::string_view>>& starter_files();

}  // namespace cli
