// The schemes of links that tie words to the data: "fig:specs/x/peak", "assert:cheapest", "given:".
#pragma once
#include <string>
#include <string_view>
#include <utility>

#include "document/document.h"

namespace document {

inline constexpr std::pair<std::string_view, LinkKind> kSchemes[] = {
    {"fig:", LinkKind::figure}, {"assert:", LinkKind::assertion}, {"given:", LinkKind::given}};

// "%20" becomes a space; what is not an escape stays.
std::string percent_decoded(std::string_view text);

}  // namespace document
