#include "site/url.h"

#include <algorithm>

#include "base/byte_set.h"
#include "base/text.h"
#include "base/utf8.h"
#include "markup/url.h"

namespace site {
namespace {

constexpr std::string_view kUp = "../";

constexpr base::ByteSet kUnreserved = base::ByteSet("-._~!$&'()*+,;=@/").with('a', 'z').with('A', 'Z').with('0', '9');
constexpr base::ByteSet kNotOfPath = ~kUnreserved;
constexpr base::ByteSet kNotOfFragment = ~kUnreserved.with(':', ':').with('?', '?');
constexpr base::ByteSet kNotOfQuery = ~kUnreserved.with(':', ':').with('?', '?').with('%', '%');
constexpr base::ByteSet kNotOfQueryValue = kNotOfPath.with('&', '&').with('+', '+').with('=', '=');

std::string encode(std::string_view text, const base::ByteSet& encoded) {
  std::string out;
  out.reserve(text.size());
  for (size_t at = 0; at < text.size();) {
    const size_t next = encoded.find(text, at);
    out += text.substr(at, next - at);
    if (next < text.size()) markup::append_percent_encoded(out, text[next]);
    at = next + 1;
  }
  return out;
}

}  // namespace

std::string_view folder_of(std::string_view address) {
  size_t slash = address.rfind('/');
  return slash == std::string_view::npos ? std::string_view() : address.substr(0, slash);
}

std::string_view file_of(std::string_view address) { return address.substr(address.rfind('/') + 1); }

std::string root_prefix(std::string_view from) {
  std::string prefix;
  for (char c : from)
    if (c == '/') prefix += kUp;
  return prefix;
}

std::string relative_link(std::string_view from, std::string_view to, std::string_view anchor) {
  const auto same =
      static_cast<size_t>(std::mismatch(from.begin(), from.end(), to.begin(), to.end()).first - from.begin());
  const size_t shared = from.substr(0, same).rfind('/') + 1;  // the length of the common folders
  from.remove_prefix(shared);
  to.remove_prefix(shared);
  const std::string link = root_prefix(from) + encode_path(to);
  return anchor.empty() ? link : link + "#" + encode_fragment(anchor);
}

std::string encode_path(std::string_view path) {
  // A colon in the first part would be read as a scheme, but ':' is always encoded.
  return encode(path, kNotOfPath);
}

std::string encode_fragment(std::string_view anchor) { return encode(anchor, kNotOfFragment); }

std::string encode_query(std::string_view query) { return encode(query, kNotOfQuery); }

std::string encode_query_value(std::string_view value) { return encode(value, kNotOfQueryValue); }

LinkParts split_link(std::string_view destination) {
  const size_t hash = std::min(destination.find('#'), destination.size());
  const size_t query = std::min(destination.find('?'), hash);
  const std::string_view anchor = destination.substr(std::min(hash + 1, destination.size()));
  const size_t directive = std::min(anchor.find(":~:"), anchor.size());
  return {destination.substr(0, query), destination.substr(query, hash - query), anchor.substr(0, directive),
          anchor.substr(directive)};
}

std::optional<std::string> decode_percent(std::string_view text) {
  for (size_t at = text.find('%'); at != std::string_view::npos; at = text.find('%', at + 1))
    if (at + 2 >= text.size() || !base::is_hex(text[at + 1]) || !base::is_hex(text[at + 2])) return std::nullopt;
  std::string decoded = markup::percent_decoded(text);
  const bool is_sound = decoded.find('\0') == std::string::npos && !base::find_invalid_utf8(decoded);
  return is_sound ? std::optional(std::move(decoded)) : std::nullopt;
}

std::optional<std::string> join_path(std::string_view folder, std::string_view reference) {
  if (reference.starts_with('/')) return std::nullopt;
  std::string joined(folder);
  while (!reference.empty()) {
    const std::string_view part = reference.substr(0, reference.find('/'));
    reference.remove_prefix(std::min(part.size() + 1, reference.size()));
    if (part.empty() || part == ".") continue;
    if (part == "..") {
      if (joined.empty()) return std::nullopt;
      joined.resize(folder_of(joined).size());
    } else {
      if (!joined.empty()) joined += '/';
      joined += part;
    }
  }
  return joined;
}

bool is_external(std::string_view destination) {
  if (destination.starts_with("//")) return true;
  size_t colon = destination.find(':');
  return colon != std::string_view::npos && colon > 0 && destination.find_first_of("/?#") > colon;
}

std::string absolute_url(std::string_view base_url, std::string_view address) {
  std::string url(base_url);
  if (!url.ends_with('/')) url += '/';
  if (file_of(address) == "index.html") address.remove_suffix(std::string_view("index.html").size());
  return url + encode_path(address);
}

}  // namespace site
