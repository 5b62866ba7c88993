// Identifies this program and its libraries, because other versions may render the same site differently. Libraries for
// pictures, the layout of flows and syntax highlighting are loaded on demand.
#pragma once
#include <map>
#include <string>

namespace build {

// Returns a hash of the linker's build ids of the program and of the libraries that it was started with, and of the
// font for pictures. Returns "" if the program has no id; builds should then not use a cache.
std::string program_identity();

// Returns the libraries that are currently loaded: build ids by path.
std::map<std::string, std::string> loaded_libraries();

// Whether these paths still contain the same libraries.
bool are_same_libraries(const std::map<std::string, std::string>& libraries);

}  // namespace build
