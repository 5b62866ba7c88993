// A value of a published map, whichever way it was written.
#pragma once
#include <string>
#include <string_view>

#include "notation/node.h"

namespace import {

// As text, trimmed, with single spaces; "" for null, lists, maps and what is not there.
std::string scalar(const notation::Node& map, std::string_view key);

}  // namespace import
