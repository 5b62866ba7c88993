#include "document/url_escape.h"

#include "base/byte_set.h"

namespace document {
namespace {

constexpr base::ByteSet kEscaped = ~base::ByteSet("!#$%()*+,-./:;=?@_~").with('a', 'z').with('A', 'Z').with('0', '9');

}  // namespace

void append_url(std::string& out, std::string_view url) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  for (size_t at = 0; at < url.size();) {
    const size_t next = kEscaped.find(url, at);
    out += url.substr(at, next - at);
    at = next + 1;
    if (next == url.size()) break;
    const auto byte = static_cast<unsigned char>(url[next]);
    if (byte == '&')
      out += "&amp;";
    else if (byte == '\'')
      out += "&#x27;";
    else
      out.append({'%', kHex[byte >> 4], kHex[byte & 15]});
  }
}

}  // namespace document
