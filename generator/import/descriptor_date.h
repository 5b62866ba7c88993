// The date of a resource in data/datapackage.json, changed as text: all other bytes stay.
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "base/diagnostic.h"

namespace import {

// The descriptor's text with `as_of` of the resource set to `date`, if that is later than what stands there; where
// nothing does, it is written only if `add`. The same text where nothing is to change; nothing after an error of
// parse_json.
std::optional<std::string> with_as_of(const base::SourceText& descriptor, std::string_view resource,
                                      std::string_view date, bool add, base::Diagnostics& diagnostics);

}  // namespace import
