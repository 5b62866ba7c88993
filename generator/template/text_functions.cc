#include "template/text_functions.h"

#include <utf8proc.h>

#include <array>
#include <vector>

#include "base/utf8.h"

namespace templates {
namespace {

bool is_word_break(char32_t c) {
  return c == '-' || c == '(' || c == '{' || c == '[' || c == '<' || is_python_space(c);
}

void append_upper(std::string& out, char32_t c, bool title) {
  if (c < 0x80) {
    out += static_cast<char>(c >= 'a' && c <= 'z' ? c - 32 : c);
  } else if (c == 0xDF) {
    out += title ? "Ss" : "SS";
  } else {
    auto from = static_cast<utf8proc_int32_t>(c);
    base::append_code_point(out, static_cast<char32_t>(title ? utf8proc_totitle(from) : utf8proc_toupper(from)));
  }
}

// Takes the last character off.
char32_t take_last(std::string_view& text) {
  size_t start = base::code_point_start(text, text.size() - 1);
  std::string_view last = text.substr(start);
  char32_t c = base::take_code_point(last);
  text.remove_suffix(text.size() - start);
  return c;
}

template <class Predicate>
std::string_view strip_left_if(std::string_view text, Predicate drop) {
  while (!text.empty()) {
    std::string_view rest = text;
    if (!drop(base::take_code_point(rest))) break;
    text = rest;
  }
  return text;
}

template <class Predicate>
std::string_view strip_right_if(std::string_view text, Predicate drop) {
  while (!text.empty()) {
    std::string_view rest = text;
    if (!drop(take_last(rest))) break;
    text = rest;
  }
  return text;
}

}  // namespace

bool is_python_space(char32_t c) {
  if (c < 0x80) return c == ' ' || (c >= 0x09 && c <= 0x0D) || (c >= 0x1C && c <= 0x1F);
  return c == 0x85 || c == 0xA0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029 ||
         c == 0x202F || c == 0x205F || c == 0x3000;
}

std::string_view strip_left(std::string_view text) { return strip_left_if(text, is_python_space); }
std::string_view strip_right(std::string_view text) { return strip_right_if(text, is_python_space); }
std::string_view strip(std::string_view text) { return strip_right(strip_left(text)); }

std::string_view strip(std::string_view text, std::string_view characters) {
  std::vector<char32_t> listed;
  while (!characters.empty()) listed.push_back(base::take_code_point(characters));
  auto drop = [&](char32_t c) {
    for (char32_t each : listed) {
      if (each == c) return true;
    }
    return false;
  };
  return strip_right_if(strip_left_if(text, drop), drop);
}

std::string upper_case(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) append_upper(out, base::take_code_point(text), false);
  return out;
}

std::string capitalize(std::string_view text) {
  std::string out;
  if (text.empty()) return out;
  append_upper(out, base::take_code_point(text), true);
  return out + base::lower_case(text);
}

std::string title_case(std::string_view text) {
  std::string out;
  bool start = true;
  while (!text.empty()) {
    char32_t c = base::take_code_point(text);
    if (is_word_break(c)) {
      base::append_code_point(out, c);
      start = true;
      continue;
    }
    std::string one;
    base::append_code_point(one, c);
    if (start) {
      append_upper(out, c, false);
    } else {
      out += base::lower_case(one);
    }
    start = false;
  }
  return out;
}

std::string_view first_characters(std::string_view text, size_t count) {
  std::string_view rest = text;
  for (; count > 0 && !rest.empty(); --count) base::take_code_point(rest);
  return text.substr(0, text.size() - rest.size());
}

std::string reverse(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) base::append_code_point(out, take_last(text));
  return out;
}

std::string percent_encode(std::string_view text) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  std::string out;
  for (char c : text) {
    auto byte = static_cast<unsigned char>(c);
    bool kept = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.' ||
                c == '-' || c == '~' || c == '/';
    if (kept) {
      out += c;
    } else {
      out += '%';
      out += digits[byte >> 4];
      out += digits[byte & 15];
    }
  }
  return out;
}

}  // namespace templates
