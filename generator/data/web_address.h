// Addresses that authors write into data and settings, judged where they are written: a template that met them would
// only know its own line.
#pragma once
#include <string>
#include <string_view>

#include "base/diagnostic.h"
#include "notation/reader.h"

namespace data {

// True for "https://…" and "http://…" with a host that there can be (markup/url.h), without control characters, which
// no browser takes as they are shown.
bool is_web_address(std::string_view text);

// The text of `key`, "" when there is none; also "", after an error ("bad-url"), when no link may go there: what begins
// with another scheme than https, http, mailto or tel, has a host that none can be, or holds a control character.
std::string read_link(notation::Reader& reader, std::string_view key, base::Diagnostics& diagnostics,
                      notation::Need need = notation::Need::optional);
// The same, for an address of the web alone.
std::string read_web_address(notation::Reader& reader, std::string_view key, base::Diagnostics& diagnostics);

}  // namespace data
