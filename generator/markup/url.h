// What a URL may be written with, and which hosts there can be.
#pragma once
#include <string>
#include <string_view>

namespace markup {

// The same with what no URL may hold (blanks, quotes, < > \ ^ ` { | }, lone % [ ] #) as %XX; letters beyond ASCII stay.
std::string url_characters(std::string_view url);

// Whether it is a path, a place ("#cost") or both, all characters of which mean themselves wherever a URL may stand:
// most links within a site.
bool is_plain_reference(std::string_view url);

// False for http and https without a host that can be one, or with a name and password before it, and for what leaves
// the site without a scheme (//host, \\host), which browsers take for other things on a disk. True for all else.
bool has_sound_host(std::string_view url);

}  // namespace markup
