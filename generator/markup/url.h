// Characters and hosts that a URL may have.
#pragma once
#include <string>
#include <string_view>

namespace markup {

// Appends a byte as "%2F".
void append_percent_encoded(std::string& out, char byte);

// Decodes "%20" to a space and so on; an incomplete escape is unchanged.
std::string percent_decoded(std::string_view text);

// Appends a URL for use between the quotes of an attribute: percent-encodes characters that a URL must not contain
// (encoded bytes stay unchanged), and escapes & and '. The result is the same as libcmark-gfm's.
void append_url(std::string& out, std::string_view url);

// Percent-encodes characters that a URL must not contain: spaces, quotes, < > \ ^ ` { | }, lone % [ ] #, and
// control characters. Letters beyond ASCII are unchanged.
std::string url_characters(std::string_view url);

// Whether a URL is a path, a fragment ("#cost") or both, without characters that need escaping anywhere in a URL. This
// is true for most links within a site.
bool is_plain_reference(std::string_view url);

// Returns false for http and https without a valid host, or with a name and password before it; and for references to
// other hosts without a scheme (//host, \\host), which have a different meaning for a site on disk. Returns true for
// all other URLs.
bool has_sound_host(std::string_view url);

}  // namespace markup
