#include "document/url_escape.h"

namespace document {
namespace {

bool stands_for_itself(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view("!#$%()*+,-./:;=?@_~").find(c) != std::string_view::npos;
}

}  // namespace

void append_url(std::string& out, std::string_view url) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  for (char c : url) {
    auto byte = static_cast<unsigned char>(c);
    if (stands_for_itself(c))
      out += c;
    else if (c == '&')
      out += "&amp;";
    else if (c == '\'')
      out += "&#x27;";
    else
      out.append({'%', kHex[byte >> 4], kHex[byte & 15]});
  }
}

}  // namespace document
