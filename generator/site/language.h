// The direction in which a language is written.
#pragma once
#include <string_view>

namespace site {

// Returns the direction of a language, "rtl" or "ltr", by its tag of BCP 47 in any case. Uses the script in the tag
// ("az-Arab") or, without one, the script that is usually used for the language (CLDR's likely subtags).
std::string_view direction_of(std::string_view lang);

}  // namespace site
