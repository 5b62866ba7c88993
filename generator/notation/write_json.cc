// Writes texts and numbers for JSON and JavaScript.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/byte_set.h"
#include "base/text.h"
#include "base/utf8.h"
#include "notation/json.h"

namespace notation {

std::string json_text(std::string_view text) {
  static constexpr base::ByteSet kEscaped = base::ByteSet("\"\\").with(0x00, 0x1F).with(0x80, 0xFF);
  if (kEscaped.find(text) < text.size()) {
    using Json = nlohmann::json;
    return Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
  }
  std::string json;
  json.reserve(text.size() + 2);
  return json.append("\"").append(text).append("\"");
}

std::string json_number(std::string_view text) {
  std::string out;
  if (text.starts_with('-')) out = "-";
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  while (text.size() > 1 && text[0] == '0' && base::is_digit(text[1])) text.remove_prefix(1);
  if (text.starts_with('.')) out += '0';
  const size_t point = std::min(text.find('.'), text.size());
  const bool is_bare = point < text.size() && (point + 1 == text.size() || !base::is_digit(text[point + 1]));
  return out.append(text.substr(0, point)).append(text.substr(point + (is_bare ? 1 : 0)));
}

std::string script_text(std::string_view text) {
  // The bytes that must be escaped, and the first bytes of characters that may have to be.
  static constexpr base::ByteSet kSpecial = base::ByteSet("\"\\<\x7F\xC2\xE2\xEF").with(0x00, 0x1F).with(0xF0, 0xF4);
  std::string out = "\"";
  out.reserve(text.size() + 2);
  for (;;) {
    const size_t plain = kSpecial.find(text);
    out.append(text, 0, plain);
    text.remove_prefix(plain);
    if (text.empty()) return out += '"';
    const std::string_view before = text;
    const char32_t c = base::take_code_point(text);
    const bool is_noncharacter = (c & 0xFFFE) == 0xFFFE || (c >= 0xFDD0 && c <= 0xFDEF);
    if (c == '"' || c == '\\') {
      out.append({'\\', before[0]});
    } else if (c == '\n' || c == '\t') {
      out += c == '\n' ? "\\n" : "\\t";
    } else if (is_noncharacter && c > 0xFFFF) {
      const auto beyond = static_cast<unsigned>(c - 0x10000);
      fmt::format_to(std::back_inserter(out), "\\u{:04x}\\u{:04x}", 0xD800 + (beyond >> 10), 0xDC00 + (beyond & 0x3FF));
    } else if (is_noncharacter || c < 0x20 || c == '<' || (c >= 0x7F && c < 0xA0) || c == 0x2028 || c == 0x2029) {
      fmt::format_to(std::back_inserter(out), "\\u{:04x}", static_cast<unsigned>(c));
    } else {
      out.append(before, 0, before.size() - text.size());
    }
  }
}

}  // namespace notation
