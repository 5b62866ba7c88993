#include "base/utf8.h"

#include <fmt/format.h>
#include <utf8proc.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "base/text.h"

namespace base {
namespace {

const utf8proc_uint8_t* bytes(std::string_view text) { return reinterpret_cast<const utf8proc_uint8_t*>(text.data()); }

std::string mapped(std::string_view text, int options) {
  utf8proc_uint8_t* out = nullptr;
  auto size = utf8proc_map(bytes(text), static_cast<utf8proc_ssize_t>(text.size()), &out,
                           static_cast<utf8proc_option_t>(options));
  if (size < 0) return std::string(text);
  std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> owner(out, std::free);
  return {reinterpret_cast<char*>(out), static_cast<size_t>(size)};
}

// Returns the position of the first byte at or after `from` that is not ASCII, or the size of the text.
size_t find_beyond_ascii(std::string_view text, size_t from = 0) {
  constexpr uint64_t kHighBits = 0x8080808080808080;
  for (uint64_t eight; from + sizeof(eight) <= text.size(); from += sizeof(eight)) {
    std::memcpy(&eight, text.data() + from, sizeof(eight));
    if ((eight & kHighBits) != 0) break;
  }
  while (from < text.size() && static_cast<unsigned char>(text[from]) < 0x80) ++from;
  return from;
}

// Whether NFC may change the text. That requires a character from U+0300 on, whose first byte is 0xCC or more.
bool may_compose(std::string_view text) {
  return std::any_of(text.begin() + static_cast<std::ptrdiff_t>(find_beyond_ascii(text)), text.end(),
                     [](char c) { return static_cast<unsigned char>(c) >= 0xCC; });
}

}  // namespace

bool is_ascii(std::string_view text) { return find_beyond_ascii(text) == text.size(); }

std::optional<size_t> find_invalid_utf8(std::string_view text) {
  for (size_t at = find_beyond_ascii(text); at < text.size(); at = find_beyond_ascii(text, at)) {
    utf8proc_int32_t code_point;
    auto size = utf8proc_iterate(bytes(text) + at, static_cast<utf8proc_ssize_t>(text.size() - at), &code_point);
    if (size <= 0) return at;
    at += static_cast<size_t>(size);
  }
  return std::nullopt;
}

std::string with_valid_utf8(std::string bytes) {
  size_t from = 0;
  while (auto bad = find_invalid_utf8(std::string_view(bytes).substr(from))) {
    bytes[from + *bad] = '?';
    from += *bad + 1;
  }
  return bytes;
}

char32_t take_code_point(std::string_view& text) {
  if (const auto first = static_cast<unsigned char>(text.front()); first < 0x80) {
    text.remove_prefix(1);
    return first;
  }
  utf8proc_int32_t code_point;
  auto size = utf8proc_iterate(bytes(text), static_cast<utf8proc_ssize_t>(text.size()), &code_point);
  if (size <= 0) {
    text.remove_prefix(1);
    return 0xFFFD;
  }
  text.remove_prefix(static_cast<size_t>(size));
  return static_cast<char32_t>(code_point);
}

void append_code_point(std::string& out, char32_t code_point) {
  utf8proc_uint8_t buffer[4];
  auto size = utf8proc_encode_char(static_cast<utf8proc_int32_t>(code_point), buffer);
  out.append(reinterpret_cast<char*>(buffer), static_cast<size_t>(size));
}

size_t count_code_points(std::string_view text) {
  size_t count = 0;
  for (char c : text) count += (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  return count;
}

size_t code_point_start(std::string_view text, size_t offset) {
  if (offset >= text.size()) return text.size();
  while (offset > 0 && (static_cast<unsigned char>(text[offset]) & 0xC0) == 0x80) --offset;
  return offset;
}

std::string shortened(std::string_view text, size_t max) {
  return text.size() <= max ? std::string(text) : std::string(text.substr(0, code_point_start(text, max))) + "…";
}

bool is_letter_or_digit(char32_t code_point) {
  // These comparisons rely on the order of utf8proc's categories.
  static_assert(UTF8PROC_CATEGORY_LU + 9 == UTF8PROC_CATEGORY_NL && UTF8PROC_CATEGORY_NL < UTF8PROC_CATEGORY_NO);
  const utf8proc_category_t category = utf8proc_category(static_cast<utf8proc_int32_t>(code_point));
  return category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_NL;
}

std::string lower_case(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const char32_t c = take_code_point(text);
    if (c < 0x80)
      out += lower(static_cast<char>(c));
    else
      append_code_point(out, static_cast<char32_t>(utf8proc_tolower(static_cast<utf8proc_int32_t>(c))));
  }
  return out;
}

std::string fold_case(std::string_view text) {
  if (is_ascii(text)) return lower_case(text);
  return mapped(text, UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_CASEFOLD);
}

std::string normalise_nfc(std::string_view text) {
  if (!may_compose(text)) return std::string(text);
  return mapped(text, UTF8PROC_STABLE | UTF8PROC_COMPOSE);
}

bool is_nfc(std::string_view text) { return !may_compose(text) || normalise_nfc(text) == text; }

size_t display_width(std::string_view text) {
  size_t width = 0;
  while (!text.empty()) {
    int w = utf8proc_charwidth(static_cast<utf8proc_int32_t>(take_code_point(text)));
    width += w > 0 ? static_cast<size_t>(w) : 0;
  }
  return width;
}

std::string visible(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    std::string_view before = text;
    char32_t c = take_code_point(text);
    std::string_view taken = before.substr(0, before.size() - text.size());
    if (c == '\t') {
      out += "    ";
    } else if (c < 0x20) {
      append_code_point(out, 0x2400 + c);
    } else if (c == 0x7F || (c >= 0x80 && c < 0xA0) || c == 0x2028 || c == 0x2029 || (c >= 0x200B && c <= 0x200F) ||
               (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069) || c == 0xFEFF) {
      out += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    } else if (c == 0xFFFD && taken.size() == 1) {
      out += fmt::format("\\x{:02x}", static_cast<unsigned char>(taken[0]));
    } else if (c == '[' && out.ends_with("##")) {
      out += "\\u005b";
    } else {
      out += taken;
    }
  }
  return out;
}

}  // namespace base
