// Checks the addresses in data and settings when they are read, so that errors have the right position.
#pragma once
#include <string>
#include <string_view>

#include "base/diagnostic.h"
#include "notation/reader.h"

namespace data {

// Whether a text is "https://…" or "http://…" with a valid host (markup/url.h) and without control characters.
bool is_web_address(std::string_view text);

// Reads the link at `key`. Returns "" if it is missing, or after an error "bad-url" if it is unsafe: its scheme must be
// https, http, mailto or tel, its host valid, and it must not contain control characters.
std::string read_link(notation::Reader& reader, std::string_view key, base::Diagnostics& diagnostics,
                      notation::Need need = notation::Need::optional);
// Like read_link(), but accepts only web addresses.
std::string read_web_address(notation::Reader& reader, std::string_view key, base::Diagnostics& diagnostics);

}  // namespace data
