// The natural order of texts that contain numbers: "slice-8" comes before "slice-16".
#pragma once
#include <string_view>

namespace base {

// Different strings are never equal.
bool is_naturally_before(std::string_view a, std::string_view b);

}  // namespace base
