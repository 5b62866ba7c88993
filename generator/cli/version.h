// The program's version, which stands in CMakeLists.txt, and the repository that it came from.
#pragma once
#include <string_view>

namespace cli {

// "1.2.3"
std::string_view version();
// "OWNER/NAME", where the releases and the actions of this program are; "" when whoever built it did not say.
std::string_view repository();

}  // namespace cli
