// Which characters and hosts a URL may have.
#pragma once
#include <string>
#include <string_view>

namespace markup {

// Appends a byte as "%2F".
void append_percent_encoded(std::string& out, char byte);

// "%20" becomes a space; an incomplete escape stays.
std::string percent_decoded(std::string_view text);

// Appends a URL for use between the quotes of an attribute: percent-encodes characters that a URL must not contain
// (encoded bytes stay unchanged), and escapes & and '. The result is the same as libcmark-gfm's.
void append_url(std::string& out, std::string_view url);

// Percent-encodes what a URL must not contain: blanks, quotes, < > \ ^ ` { | }, lone % [ ] #. Letters beyond ASCII
// stay.
std::string url_characters(std::string_view url);

// Whether a URL is a path, a fragment ("#cost") or both, without characters that need escaping anywhere in a URL: true
// for most links within a site.
bool is_plain_reference(std::string_view url);

// False for http and https without a valid host, or with a name and password before it, and for references to other
// hosts without a scheme (//host, \\host), which have another meaning for a site on disk. True for all others.
bool has_sound_host(std::string_view url);

}  // namespace markup
