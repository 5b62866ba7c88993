// The JSON Schema (2020-12) of a format, with which editors complete and check what an author writes.
#pragma once
#include <string>
#include <string_view>

#include "notation/format.h"

namespace notation {

// Returns the text of the schema; ends with a newline. Meanings become plain text. A format within others is in
// "$defs" under its name. REQUIRES: the names of formats differ.
std::string schema_text(const AnyFormat& format, std::string_view title, std::string_view description);

// Removes the targets of links: "[check](checks.md)" becomes "check".
std::string plain_text(std::string_view markdown);

}  // namespace notation
