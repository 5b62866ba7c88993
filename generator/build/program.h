// The identity of this program and its libraries, since other versions may render the same site differently. Libraries
// for pictures, the layout of flows and syntax highlighting are loaded on demand.
#pragma once
#include <map>
#include <string>

namespace build {

// A hash of the linker's build ids of the program and the libraries that it was started with, and of the font that
// pictures are drawn with. "" if the program has no id; then builds should not use a cache.
std::string program_identity();

// The libraries that are loaded now: build ids by path.
std::map<std::string, std::string> loaded_libraries();

// Whether these paths still contain the same libraries.
bool are_same_libraries(const std::map<std::string, std::string>& libraries);

}  // namespace build
