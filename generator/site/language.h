// The direction in which a language is written.
#pragma once
#include <string_view>

namespace site {

// "rtl" or "ltr", by a language's tag of BCP 47 in any case: by its script if it has one ("az-Arab"), otherwise by the
// script that is mostly used for it (CLDR's likely subtags).
std::string_view direction_of(std::string_view lang);

}  // namespace site
