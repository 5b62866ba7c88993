#include "web/url.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/text.h"
#include "base/utf8.h"
#include "web/ip_address.h"

namespace web {
namespace {

constexpr size_t kMostBytes = 8000;  // RFC 9110, 4.1, asks for this much

base::Failure<UrlError> malformed(std::string why) {
  return base::Failure{UrlError{UrlProblem::malformed, std::move(why)}};
}

using base::is_digit;
using base::is_hex;
using base::is_letter;

// The scheme in lower case, without its colon; "" when the text has none.
std::string scheme_of(std::string_view text) {
  size_t end = 0;
  while (end < text.size() && (is_letter(text[end]) || (end > 0 && (is_digit(text[end]) || text[end] == '+' ||
                                                                    text[end] == '-' || text[end] == '.'))))
    ++end;
  if (end == 0 || end >= text.size() || text[end] != ':') return "";
  std::string scheme(text.substr(0, end));
  for (char& c : scheme)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return scheme;
}

// What may stand in a path or a query stays, escapes too; the rest is percent-encoded, byte by byte.
std::string encode(std::string_view text) {
  std::string out;
  for (char c : text) {
    const bool stays =
        is_letter(c) || is_digit(c) || std::string_view("-._~:/?[]@!$&'()*+,;=%").find(c) != std::string_view::npos;
    if (stays)
      out += c;
    else
      out += fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return out;
}

// RFC 3986, 5.2.4.
std::string without_dots(std::string_view path) {
  std::vector<std::string_view> kept;
  const std::vector<std::string_view> parts = base::split(path, '/');  // the first is empty: it begins with '/'
  for (size_t i = 1; i < parts.size(); ++i) {
    const bool is_last = i + 1 == parts.size();
    if (parts[i] == ".." && !kept.empty()) kept.pop_back();
    if (parts[i] != "." && parts[i] != "..")
      kept.push_back(parts[i]);
    else if (is_last)
      kept.emplace_back("");
  }
  std::string out;
  for (std::string_view part : kept) out.append("/").append(part);
  return out.empty() ? "/" : out;
}

std::string make_target(std::string_view path, std::string_view query_with_mark) {
  std::string encoded = encode(path);
  return without_dots(encoded.starts_with('/') ? encoded : "/" + encoded) + encode(query_with_mark);
}

struct Parts {
  std::string_view path, query_with_mark, fragment;
  bool has_fragment = false;
};

Parts cut(std::string_view text) {
  Parts parts;
  if (size_t mark = text.find('#'); mark != std::string_view::npos) {
    parts.fragment = text.substr(mark + 1);
    parts.has_fragment = true;
    text = text.substr(0, mark);
  }
  const size_t query = std::min(text.find('?'), text.size());
  parts.path = text.substr(0, query);
  parts.query_with_mark = text.substr(query);
  return parts;
}

// Nothing, or what is wrong.
std::string objection_to_letters(std::string_view text) {
  if (text.size() > kMostBytes) return fmt::format("is longer than {} bytes", kMostBytes);
  if (base::find_invalid_utf8(text)) return "is not UTF-8";
  for (char c : text)
    if (static_cast<unsigned char>(c) < ' ' || c == 0x7f) return "holds a control character";
  if (text.substr(0, std::min(text.find_first_of("?#"), text.size())).find('\\') != std::string_view::npos)
    return "holds a backslash";
  return "";
}

// "host", "host:80", "[::1]:80" into `url`.
std::string read_host(std::string_view text, Url& url) {
  size_t end = text.starts_with('[') ? text.find(']') : text.rfind(':');
  if (text.starts_with('[')) {
    if (end == std::string_view::npos || !parse_ip(text.substr(1, end - 1)))
      return "has a host that is no IPv6 address";
    url.host = base::lower_case(text.substr(0, end + 1));
    text.remove_prefix(end + 1);
  } else {
    std::string_view name = text.substr(0, std::min(end, text.size()));
    if (name.empty()) return "has no host";
    url.host = ascii_host(decode_escapes(name));
    if (url.host.empty()) return fmt::format("has a host that can't be one: \"{}\"", name);
    text.remove_prefix(name.size());
  }
  url.port = url.scheme == "https" ? 443 : 80;
  if (text.empty() || text == ":") return "";
  if (!text.starts_with(':')) return "has something after its host";
  text.remove_prefix(1);
  uint16_t port = 0;
  auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), port);
  if (error != std::errc() || stop != text.data() + text.size() || port == 0)
    return fmt::format("has \"{}\" for a port", text);
  url.port = port;
  return "";
}

}  // namespace

std::string Url::authority() const {
  const bool is_usual = port == (scheme == "https" ? 443 : 80);
  return is_usual ? scheme + "://" + host : fmt::format("{}://{}:{}", scheme, host, port);
}

base::Result<Url, UrlError> parse_url(std::string_view text) {
  text = base::trim(text);
  if (std::string why = objection_to_letters(text); !why.empty()) return malformed(std::move(why));
  Url url;
  url.scheme = scheme_of(text);
  if (url.scheme.empty()) return malformed("has no scheme such as https:");
  if (url.scheme != "http" && url.scheme != "https")
    return base::Failure{UrlError{UrlProblem::other_scheme, fmt::format("begins with {}:", url.scheme)}};
  text.remove_prefix(url.scheme.size() + 1);
  if (!text.starts_with("//")) return malformed("has no // after its scheme");
  text.remove_prefix(2);
  std::string_view authority = text.substr(0, std::min(text.find_first_of("/?#"), text.size()));
  if (authority.find('@') != std::string_view::npos)
    return base::Failure{UrlError{UrlProblem::credentials, "holds a user's name or password"}};
  if (std::string why = read_host(authority, url); !why.empty()) return malformed(std::move(why));
  const Parts parts = cut(text.substr(authority.size()));
  url.target = make_target(parts.path, parts.query_with_mark);
  url.fragment = encode(parts.fragment);
  return url;
}

base::Result<Url, UrlError> resolve(const Url& base, std::string_view reference) {
  reference = base::trim(reference);
  const Parts parts = cut(reference);
  base::Result<Url, UrlError> result = base;
  if (!scheme_of(reference).empty()) {
    result = parse_url(reference);
  } else if (reference.starts_with("//")) {
    result = parse_url(base.scheme + ":" + std::string(reference));
  } else {
    if (std::string why = objection_to_letters(reference); !why.empty()) return malformed(std::move(why));
    const Parts here = cut(base.target);
    if (parts.path.empty())
      result->target =
          make_target(here.path, parts.query_with_mark.empty() ? here.query_with_mark : parts.query_with_mark);
    else if (parts.path.starts_with('/'))
      result->target = make_target(parts.path, parts.query_with_mark);
    else
      result->target = make_target(std::string(here.path.substr(0, here.path.rfind('/') + 1)) + std::string(parts.path),
                                   parts.query_with_mark);
    result->fragment = encode(parts.fragment);
  }
  if (result && !parts.has_fragment) result->fragment = base.fragment;
  return result;
}

std::string decode_escapes(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    unsigned value = 0;
    const bool is_escape = text[i] == '%' && i + 2 < text.size() && is_hex(text[i + 1]) && is_hex(text[i + 2]);
    if (is_escape) {
      std::from_chars(text.data() + i + 1, text.data() + i + 3, value, 16);
      out += static_cast<char>(value);
      i += 2;
    } else {
      out += text[i];
    }
  }
  return out;
}

}  // namespace web
