// The theme that ships with the program: the files of the repository's templates/ when the program was built.
#pragma once
#include <string_view>
#include <utility>
#include <vector>

namespace build {

// Returns paths below templates/ ("page.html", "assets/style.css") and their bytes, which live as long as the program.
const std::vector<std::pair<std::string_view, std::string_view>>& default_theme();

}  // namespace build
