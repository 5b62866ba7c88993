#include "document/signs.h"

#include <algorithm>
#include <array>

#include "base/piece.h"

namespace document {
namespace {

// Where three of a character stand, at `from` or behind it; the text's size for nowhere.
size_t find_three(std::string_view text, char c, size_t from) {
  size_t at = base::find_pair(text, c, c, from);
  while (at + 2 < text.size() && text[at + 2] != c) at = base::find_pair(text, c, c, at + 2);
  return at + 2 < text.size() ? at : text.size();
}

bool holds_www(std::string_view text) {
  for (size_t at = base::find_pair(text, 'w', 'w'); at < text.size(); at = base::find_pair(text, 'w', 'w', at + 1))
    if (text.substr(at).starts_with("www.")) return true;
  return false;
}

// Whether one of the texts stands somewhere behind a character.
template <size_t... Sizes>
bool holds(std::string_view text, char first, const char (&... others)[Sizes]) {
  for (size_t at = text.find(first); at != std::string_view::npos; at = text.find(first, at + 1)) {
    const std::string_view rest = text.substr(at + 1);
    if ((rest.starts_with(std::string_view(others, Sizes - 1)) || ...)) return true;
  }
  return false;
}
bool holds(std::string_view text, char c) { return text.find(c) != std::string_view::npos; }

// Whether `is_one` accepts any text that may be what stands behind the marker of a fence.
template <class IsOne>
bool any_info(std::string_view markdown, IsOne&& is_one) {
  for (char c : {'`', '~'}) {
    if (!holds(markdown, c)) continue;
    for (size_t at = find_three(markdown, c, 0); at < markdown.size(); at = find_three(markdown, c, at)) {
      at = std::min(markdown.find_first_not_of(c, at), markdown.size());
      const size_t begin = std::min(markdown.find_first_not_of(" \t\v\f", at), markdown.size());
      at = std::min(markdown.find_first_of("\r\n", begin), markdown.size());
      if (begin < at && is_one(markdown.substr(begin, at - begin))) return true;
    }
  }
  return false;
}

bool holds_scheme(std::string_view text) {
  for (size_t at = text.find(':'); at != std::string_view::npos; at = text.find(':', at + 1)) {
    std::string_view before = text.substr(0, at);
    if (before.ends_with("fig") || before.ends_with("assert") || before.ends_with("given")) return true;
  }
  return false;
}

}  // namespace

// An address of mail is found where references to characters stand for them already.
bool needs_inline_extensions(std::string_view markdown) {
  return holds(markdown, '~', "~") || holds(markdown, '@') || holds(markdown, ':', "//") ||
         holds(markdown, '&', "commat;", "#") || holds_www(markdown);
}

bool needs_footnotes(std::string_view markdown) { return holds(markdown, '[', "^"); }

bool may_hold_scheme(std::string_view markdown) {
  return holds_scheme(markdown) || holds(markdown, '&', "#", "colon;") || holds(markdown, '\\', ":");
}

bool may_hold_citation(std::string_view markdown) {
  return holds(markdown, '@') || holds(markdown, '&', "commat;", "#");
}

bool may_rest_on_data(std::string_view markdown) {
  constexpr std::array<std::string_view, 4> kWords = {"sql", "table", "chart", "estimate"};
  return may_hold_scheme(markdown) || any_info(markdown, [&](std::string_view info) {
           const auto begins = [&](std::string_view word) { return info.starts_with(word); };
           return std::any_of(kWords.begin(), kWords.end(), begins) ||
                  info.find_first_of("&\\") != std::string_view::npos;
         });
}

bool may_hold_code(std::string_view markdown) {
  return any_info(markdown, [](std::string_view) { return true; });
}

}  // namespace document
