#include "picture/letters.h"

#include <algorithm>
#include <set>

#include "base/utf8.h"

namespace picture {
namespace {

// Without the characters that have no shape: spaces, marks of direction, joiners, selectors of variants.
bool has_shape(char32_t c) {
  return c > 0x20 && c != 0xa0 && c != 0xad && (c < 0x2000 || c > 0x200f) && (c < 0x2028 || c > 0x202f) &&
         (c < 0x205f || c > 0x206f) && c != 0x3000 && (c < 0xfe00 || c > 0xfe0f) && c != 0xfeff && c < 0xe0000;
}

// Calls visit(text) for each text that is drawn: within <text>, but not within the <title> of a tooltip.
template <class Visit>
void visit_texts(std::string_view svg, Visit visit) {
  size_t depth = 0;
  bool in_title = false;
  for (size_t at = 0; (at = svg.find('<', at)) != std::string_view::npos;) {
    const size_t end = std::min(svg.find('>', at), svg.size() - 1);
    const std::string_view tag = svg.substr(at + 1, end - at);
    const std::string_view name = tag.substr(0, tag.find_first_of(" \t\r\n>"));
    if (name == "text" && !tag.ends_with("/>")) ++depth;
    if (name == "/text" && depth > 0) --depth;
    if (name == "title" || name == "/title") in_title = name == "title";
    at = std::min(svg.find('<', end), svg.size());
    if (depth > 0 && !in_title) visit(svg.substr(end + 1, at - end - 1));
  }
}

}  // namespace

std::string letters_outside(const Coverage& font, std::string_view svg) {
  std::set<char32_t> letters;
  const auto visit = [&](std::string_view text) {
    while (!text.empty()) {
      const char32_t c = base::take_code_point(text);
      if (c < 0x80 || !has_shape(c)) continue;
      const auto next =
          std::ranges::upper_bound(font, c, {}, [](const Coverage::value_type& range) { return range.first; });
      if (next == font.begin() || std::prev(next)->second < c) letters.insert(c);
    }
  };
  visit_texts(svg, visit);
  std::string all;
  for (const char32_t c : letters) base::append_code_point(all, c);
  return all;
}

std::string_view font_package(char32_t letter) {
  if ((letter >= 0x1f000 && letter < 0x20000) || (letter >= 0x2600 && letter < 0x27c0)) return "fonts-noto-color-emoji";
  const bool east_asian = (letter >= 0x1100 && letter < 0x1200) || (letter >= 0x2e80 && letter < 0xa4d0) ||
                          (letter >= 0xac00 && letter < 0xd7b0) || (letter >= 0xf900 && letter < 0xfb00) ||
                          (letter >= 0xfe30 && letter < 0xfe50) || (letter >= 0xff00 && letter < 0xfff0) ||
                          (letter >= 0x20000 && letter < 0x40000);
  return east_asian ? "fonts-noto-cjk" : "fonts-noto-core";
}

}  // namespace picture
