// The order in which rows of imports stand in their files: as people sort, with numbers by their value, so that
// "slice-8" comes before "slice-16". A total order: texts that differ are never equal.
#pragma once
#include <string_view>

namespace import {

bool naturally_before(std::string_view a, std::string_view b);

}  // namespace import
