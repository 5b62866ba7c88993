// A new item in a list of a JSON file, with all other bytes left as they are.
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "base/diagnostic.h"

namespace import {

// The text of `file` with `item` as the last one of the list at `key` of the object that the file holds, which is added
// when it is not there. `item` is JSON with two spaces for each level, as if it stood at the start of a line; it is
// indented as its neighbours are, and gets the file's line ends. Nothing after an error: what parse_json says, or
// "wrong-type" where no list is.
std::optional<std::string> insert_into_list(const base::SourceText& file, std::string_view key, std::string_view item,
                                            base::Diagnostics& diagnostics);

}  // namespace import
