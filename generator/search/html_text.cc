#include "search/html_text.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>

#include "base/utf8.h"

namespace search {
namespace {

bool is_space(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

bool is_void(std::string_view name) {
  constexpr std::array<std::string_view, 10> kVoid = {"br",   "img",  "hr",     "input", "link",
                                                      "meta", "area", "source", "wbr",   "col"};
  return std::find(kVoid.begin(), kVoid.end(), name) != kVoid.end();
}

// What a reference that begins at `at` stands for; moves `at` behind it. An unknown one is taken as it stands.
char32_t take_reference(std::string_view html, size_t& at) {
  const size_t end = html.find(';', at);
  if (end == std::string_view::npos || end - at > 10) return html[at++] ? U'&' : U' ';
  const std::string_view name = html.substr(at + 1, end - at - 1);
  constexpr std::array<std::pair<std::string_view, char32_t>, 6> kNamed = {
      {{"amp", U'&'}, {"lt", U'<'}, {"gt", U'>'}, {"quot", U'"'}, {"apos", U'\''}, {"nbsp", 0xA0}}};
  for (const auto& [known, code_point] : kNamed)
    if (name == known) return at = end + 1, code_point;
  if (name.size() < 2 || name[0] != '#') return ++at, U'&';
  const bool hexadecimal = name[1] == 'x' || name[1] == 'X';
  char32_t code_point = 0;
  for (char c : name.substr(hexadecimal ? 2 : 1)) {
    const int digit = c >= '0' && c <= '9' ? c - '0' : is_letter(c) ? (c | 0x20) - 'a' + 10 : 99;
    if (digit >= (hexadecimal ? 16 : 10)) return ++at, U'&';
    code_point = code_point * (hexadecimal ? 16 : 10) + static_cast<char32_t>(digit);
    if (code_point > 0x10FFFF) return ++at, U'&';
  }
  at = end + 1;
  const bool surrogate = code_point >= 0xD800 && code_point < 0xE000;
  return code_point == 0 || surrogate ? 0xFFFD : code_point;
}

// As string_view::find, which takes each "<" for a beginning.
size_t find(std::string_view text, std::string_view wanted, size_t from) {
  if (from >= text.size()) return std::string_view::npos;
  const void* found = memmem(text.data() + from, text.size() - from, wanted.data(), wanted.size());
  return found ? static_cast<size_t>(static_cast<const char*>(found) - text.data()) : std::string_view::npos;
}

// The value of an attribute; "" of one without a value.
std::optional<std::string_view> find_attribute(std::string_view attributes, std::string_view wanted) {
  for (size_t at = 0; at < attributes.size();) {
    while (at < attributes.size() && is_space(attributes[at])) ++at;
    size_t end = at;
    while (end < attributes.size() && !is_space(attributes[end]) && attributes[end] != '=') ++end;
    const std::string_view name = attributes.substr(at, end - at);
    std::string_view value;
    if (end + 1 < attributes.size() && attributes[end] == '=') {
      const char quote = attributes[end + 1];
      const bool quoted = quote == '"' || quote == '\'';
      const size_t begin = end + (quoted ? 2 : 1);
      end = begin;
      while (end < attributes.size() && (quoted ? attributes[end] != quote : !is_space(attributes[end]))) ++end;
      value = attributes.substr(begin, end - begin);
    }
    if (name == wanted) return value;
    at = end + 1;
  }
  return std::nullopt;
}

}  // namespace

std::string decode_references(std::string_view html) {
  std::string out;
  for (size_t at = 0; at < html.size();) {
    if (html[at] == '&')
      base::append_code_point(out, take_reference(html, at));
    else
      out += html[at++];
  }
  return out;
}

bool Tag::has(std::string_view wanted) const { return find_attribute(attributes, wanted).has_value(); }

std::string_view Tag::attribute(std::string_view wanted) const {
  return find_attribute(attributes, wanted).value_or(std::string_view());
}

std::string Tag::decoded(std::string_view wanted) const { return decode_references(attribute(wanted)); }

bool Scanner::next() {
  while (at_ < html_.size()) {
    if (html_[at_] != '<') {
      const size_t end = std::min(html_.find('<', at_), html_.size());
      text_ = html_.substr(at_, end - at_);
      at_ = end;
      return is_text_ = true;
    }
    if (html_.substr(at_).starts_with("<!--")) {
      const size_t end = html_.find("-->", at_);
      at_ = end == std::string_view::npos ? html_.size() : end + 3;
      continue;
    }
    // A ">" may stand in an attribute's value.
    size_t end = at_ + 1;
    for (char quote = 0; end < html_.size() && (quote || html_[end] != '>'); ++end) {
      const char c = html_[end];
      if (quote ? c == quote : c == '"' || c == '\'') quote = quote ? char{0} : c;
    }
    std::string_view inner = html_.substr(at_ + 1, end - at_ - 1);
    at_ = std::min(end + 1, html_.size());
    tag_ = {};
    if (inner.starts_with('/')) tag_.closes = true, inner.remove_prefix(1);
    size_t name = 0;
    while (name < inner.size() && !is_space(inner[name]) && inner[name] != '/') ++name;
    tag_.name = inner.substr(0, name);
    tag_.attributes = inner.substr(name);
    if (tag_.name.empty() || !is_letter(tag_.name[0])) continue;
    is_text_ = false;
    return true;
  }
  return false;
}

void Scanner::append_to(std::string& out) const {
  for (size_t at = 0; at < text_.size();) {
    const char c = text_[at];
    if (is_space(c)) {
      if (!out.empty() && out.back() != ' ') out += ' ';
      ++at;
    } else if (c == '&') {
      const char32_t code_point = take_reference(text_, at);
      if (code_point != 0xA0)
        base::append_code_point(out, code_point);
      else if (!out.empty() && out.back() != ' ')
        out += ' ';
    } else {
      out += c;
      ++at;
    }
  }
}

void Scanner::skip_element() {
  if (is_void(tag_.name) || tag_.attributes.ends_with('/')) return;
  // By its name alone, without a look at what is in it: drawings are long.
  const std::string end = "</" + std::string(tag_.name), begin = "<" + std::string(tag_.name);
  const auto is_whole = [&](size_t at, size_t length) {
    const char c = at + length < html_.size() ? html_[at + length] : '>';
    return is_space(c) || c == '>' || c == '/';
  };
  size_t opened = at_;
  for (size_t depth = 1; depth > 0;) {
    const size_t closing = find(html_, end, at_);
    if (closing == std::string_view::npos) {
      at_ = html_.size();
      return;
    }
    const std::string_view before = html_.substr(0, closing);
    while ((opened = find(before, begin, opened)) < closing) {
      depth += is_whole(opened, begin.size());
      opened += begin.size();
    }
    opened = at_ = closing + end.size();
    depth -= is_whole(closing, end.size());
  }
  at_ = std::min(html_.find('>', at_), html_.size() - 1) + 1;
}

}  // namespace search
