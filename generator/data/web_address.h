// Addresses in data and settings, checked where they are written, so that errors have the right place.
#pragma once
#include <string>
#include <string_view>

#include "base/diagnostic.h"
#include "notation/reader.h"

namespace data {

// True for "https://…" and "http://…" with a possible host (markup/url.h) and without control characters.
bool is_web_address(std::string_view text);

// The text of `key`, or "" if it is missing, or after an error "bad-url" if it is not a safe link: its scheme must be
// https, http, mailto or tel, its host possible, and it must not contain control characters.
std::string read_link(notation::Reader& reader, std::string_view key, base::Diagnostics& diagnostics,
                      notation::Need need = notation::Need::optional);
// As read_link(), for web addresses only.
std::string read_web_address(notation::Reader& reader, std::string_view key, base::Diagnostics& diagnostics);

}  // namespace data
