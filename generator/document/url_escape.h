// URLs between the quotes of an attribute.
#pragma once
#include <string>
#include <string_view>

namespace document {

// Percent-encodes what may not stand in a URL (an encoded byte stays as it is), and escapes & and '. The same bytes as
// libcmark-gfm's.
void append_url(std::string& out, std::string_view url);

}  // namespace document
