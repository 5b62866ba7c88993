// Absolute addresses on the web: RFC 3986, read as browsers do where people write less than it asks for (letters that
// are not ASCII, spaces in a path). Only http and https.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace web {

struct Url {
  std::string scheme;    // "http" or "https"
  std::string host;      // lower case, ASCII: "example.org", "xn--bcher-kva.example", "[::1]"
  uint16_t port = 0;     // as written, or the scheme's
  std::string target;    // "/path?query", percent-encoded; begins with '/'
  std::string fragment;  // what follows '#', as written; "" for none

  // "https://example.org:8443", without the port that is the scheme's own: what a robots.txt is for.
  std::string authority() const;
  // Without the fragment: what is asked for.
  std::string text() const { return authority() + target; }
  // With it.
  std::string full_text() const { return fragment.empty() ? text() : text() + "#" + fragment; }
};

enum class UrlProblem {
  other_scheme,  // "mailto:…", "file:///…"
  credentials,   // "https://name:password@host/"
  malformed,
};

struct UrlError {
  UrlProblem problem = UrlProblem::malformed;
  std::string why;  // "its host is empty"; goes on after "the address"; never holds a password
};

base::Result<Url, UrlError> parse_url(std::string_view text);

// A Location header's value, or any other reference, seen from `base` (RFC 3986, 5.2). It inherits the fragment of
// `base` when it has none, as RFC 9110 (10.2.2) says of redirects.
base::Result<Url, UrlError> resolve(const Url& base, std::string_view reference);

// "bücher.example" -> "xn--bcher-kva.example": lower case, NFC, Punycode (RFC 3492) for each label that needs it. ""
// for what can't be a host's name.
std::string ascii_host(std::string_view host);

// "%41" -> "A" for every valid escape; others stay.
std::string decode_escapes(std::string_view text);

}  // namespace web
