#include "document/signs.h"

#include <algorithm>
#include <array>
#include <initializer_list>

#include "document/document.h"

namespace document {
namespace {

bool contains_any(std::string_view text, std::initializer_list<std::string_view> parts) {
  return std::any_of(parts.begin(), parts.end(), [&](auto part) { return base::contains(text, part); });
}

// Whether `is_one` accepts any text that may be the info string of a fence.
template <class IsOne>
bool any_info(std::string_view markdown, IsOne&& is_one) {
  for (std::string_view marker : {"```", "~~~"}) {
    for (size_t at = markdown.find(marker); at < markdown.size(); at = markdown.find(marker, at)) {
      at = std::min(markdown.find_first_not_of(marker.front(), at), markdown.size());
      const size_t begin = std::min(markdown.find_first_not_of(" \t\v\f", at), markdown.size());
      at = std::min(markdown.find_first_of("\r\n", begin), markdown.size());
      if (begin < at && is_one(markdown.substr(begin, at - begin))) return true;
    }
  }
  return false;
}

bool holds_scheme(std::string_view text) {
  for (size_t at = text.find(':'); at != std::string_view::npos; at = text.find(':', at + 1)) {
    const std::string_view before = text.substr(0, at + 1);
    if (std::ranges::any_of(kSchemes, [&](const auto& scheme) { return before.ends_with(scheme.first); })) return true;
  }
  return false;
}

}  // namespace

// Character references count, because e-mail addresses are found after references are resolved.
bool needs_inline_extensions(std::string_view markdown) {
  return contains_any(markdown, {"~~", "@", "://", "&commat;", "&#", "www."});
}

bool needs_footnotes(std::string_view markdown) { return contains_any(markdown, {"[^"}); }

bool may_contain_links(std::string_view words) { return holds_scheme(words) || contains_any(words, {"[@"}); }

bool may_depend_on_data(std::string_view markdown) {
  constexpr std::array<std::string_view, 4> kWords = {"sql", "table", "chart", "estimate"};
  const bool may_hold_scheme = holds_scheme(markdown) || contains_any(markdown, {"&#", "&colon;", "\\:"});
  return may_hold_scheme || any_info(markdown, [&](std::string_view info) {
           const auto begins = [&](std::string_view word) { return info.starts_with(word); };
           return std::any_of(kWords.begin(), kWords.end(), begins) ||
                  info.find_first_of("&\\") != std::string_view::npos;
         });
}

bool may_hold_code(std::string_view markdown) {
  return any_info(markdown, [](std::string_view) { return true; });
}

}  // namespace document
