// Absolute http and https addresses as libcurl parses them: dot segments removed, hosts in Punycode, spaces and
// non-ASCII bytes percent-encoded, "127.1" written out as an IP address. REQUIRES: library() is loaded.
#pragma once
#include <string>
#include <string_view>

#include "base/result.h"

namespace web {

struct Url {
  std::string origin;    // the origin in lower case, without the default port: "https://example.org:8443"
  std::string host;      // the host: "example.org", "xn--bcher-kva.example", "[::1]"
  std::string target;    // the path and the query: "/path?query"
  std::string fragment;  // the fragment; "" if there is none

  // Returns the URL to request, without the fragment.
  std::string text() const { return origin + target; }
  std::string full_text() const { return fragment.empty() ? text() : text() + "#" + fragment; }
};

struct UrlError {
  std::string why;               // a clause that follows the address: "is not a web address: Bad hostname"
  bool has_credentials = false;  // whether the URL contains a name and a password, which must not be printed
};

base::Result<Url, UrlError> parse_url(std::string_view text);

}  // namespace web
