// Patterns of paths: `*` matches any characters within a folder's or file's name, `?` one of them, and `**` any
// characters, "/" included.
#pragma once
#include <string_view>

namespace base {

// Whether the whole path matches. Takes time in proportion to path.size() * pattern.size() at most.
bool matches_glob(std::string_view path, std::string_view pattern);

}  // namespace base
