#include "markup/url.h"

#include <arpa/inet.h>

#include <algorithm>
#include <charconv>

#include "base/byte_set.h"
#include "base/text.h"
#include "base/utf8.h"

namespace markup {
namespace {

using base::is_digit;
using base::is_hex;
using base::is_letter;

// Whether a name is a host. Browsers parse a name whose last part begins with a digit as a number, in unexpected ways.
bool is_host(std::string_view host) {
  if (host.starts_with('[') && host.ends_with(']') && host.size() > 3) {
    in6_addr address{};
    return ::inet_pton(AF_INET6, std::string(host.substr(1, host.size() - 2)).c_str(), &address) == 1;
  }
  const bool named = std::all_of(host.begin(), host.end(), [](char c) {
    return is_letter(c) || is_digit(c) || c == '-' || c == '.' || c == '_' || static_cast<unsigned char>(c) >= 0x80;
  });
  if (host.empty() || !named) return false;
  auto parts = base::split(host, '.');
  if (parts.size() > 1 && parts.back().empty()) parts.pop_back();
  if (std::any_of(parts.begin(), parts.end(), [](std::string_view part) { return part.empty(); })) return false;
  if (!is_digit(parts.back().front())) return true;
  in_addr address{};
  return ::inet_pton(AF_INET, std::string(host.substr(0, host.find_last_not_of('.') + 1)).c_str(), &address) == 1;
}

constexpr long kMaxPort = 65535;

// Characters that must be escaped in a URL, at least in some positions.
constexpr base::ByteSet kLookedAt = base::ByteSet("\"#%<>[\\]^`{|}").with(0, ' ').with(0x7F, 0xFF);

}  // namespace

void append_percent_encoded(std::string& out, char byte) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  out.append({'%', kHex[static_cast<unsigned char>(byte) >> 4], kHex[byte & 15]});
}

std::string percent_decoded(std::string_view text) {
  std::string decoded;
  for (size_t i = 0; i < text.size(); ++i) {
    unsigned byte = 0;
    const bool is_escape = text[i] == '%' && i + 2 < text.size() && is_hex(text[i + 1]) && is_hex(text[i + 2]);
    if (is_escape) std::from_chars(&text[i + 1], &text[i + 1] + 2, byte, 16);
    decoded += is_escape ? static_cast<char>(byte) : text[i];
    if (is_escape) i += 2;
  }
  return decoded;
}

void append_url(std::string& out, std::string_view url) {
  constexpr base::ByteSet kEncoded = ~base::ByteSet("!#$%()*+,-./:;=?@_~").with('a', 'z').with('A', 'Z').with('0', '9');
  for (size_t at = 0; at < url.size();) {
    const size_t next = kEncoded.find(url, at);
    out += url.substr(at, next - at);
    at = next + 1;
    if (next == url.size()) break;
    if (url[next] == '&')
      out += "&amp;";
    else if (url[next] == '\'')
      out += "&#x27;";
    else
      append_percent_encoded(out, url[next]);
  }
}

std::string url_characters(std::string_view url) {
  if (kLookedAt.find(url) == url.size()) return std::string(url);
  std::string out;
  out.reserve(url.size());
  // Brackets are allowed only around an IP address as host, and one # before a fragment.
  const size_t slashes = url.find("//");
  const size_t path = slashes == std::string_view::npos || url.find_first_of("/?#[") < slashes
                          ? 0
                          : std::min(url.find_first_of("/?#", slashes + 2), url.size());
  const size_t fragment = url.find('#');
  for (size_t i = 0; i < url.size(); ++i) {
    const bool misplaced = ((url[i] == '[' || url[i] == ']') && i >= path) || (url[i] == '#' && i != fragment);
    const auto byte = static_cast<unsigned char>(url[i]);
    const bool lone = url[i] == '%' && !(i + 2 < url.size() && is_hex(url[i + 1]) && is_hex(url[i + 2]));
    const bool is_c1_control = url[i] == '\xC2' && i + 1 < url.size() && url[i + 1] < '\xA0';
    if (is_c1_control) append_percent_encoded(out, url[i++]);
    if (is_c1_control || lone || misplaced || byte <= ' ' || byte == 0x7F ||
        std::string_view("\"<>\\^`{|}").find(url[i]) != std::string_view::npos)
      append_percent_encoded(out, url[i]);
    else
      out += url[i];
  }
  return out;
}

bool is_plain_reference(std::string_view url) {
  constexpr base::ByteSet kPlain = base::ByteSet("-._~/").with('0', '9').with('A', 'Z').with('a', 'z');
  constexpr base::ByteSet kOthers = ~kPlain;
  if (url.starts_with("//")) return false;
  size_t end = kOthers.find(url);
  if (end < url.size() && url[end] == '#') end = kOthers.find(url, end + 1);
  return end == url.size();
}

bool has_sound_host(std::string_view url) {
  if (url.size() >= 2 && (url[0] == '/' || url[0] == '\\') && (url[1] == '/' || url[1] == '\\')) return false;
  const size_t colon = url.find(':');
  const std::string scheme = base::lower_case(url.substr(0, std::min(colon, size_t{6})));
  if (colon == std::string_view::npos || (scheme != "http" && scheme != "https")) return true;
  url.remove_prefix(colon + 1);
  if (!url.starts_with("//")) return false;
  std::string_view host = url.substr(2, url.find_first_of("/?#", 2) - 2);
  const size_t port = host.find(':', host.starts_with('[') ? host.find(']') : 0);
  if (port != std::string_view::npos) {
    const std::string_view number = host.substr(port + 1);
    if (!std::all_of(number.begin(), number.end(), is_digit) || std::atol(std::string(number).c_str()) > kMaxPort)
      return false;
    host = host.substr(0, port);
  }
  return is_host(host);
}

}  // namespace markup
