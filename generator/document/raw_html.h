// Raw HTML of pages as tokens. Which tags are published is said in html_elements.h; comments are dropped.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "document/html_elements.h"

namespace document {

struct HtmlToken {
  enum class Kind { text, open, close, empty, comment, refused };
  Kind kind = Kind::text;
  std::string_view text;  // as written
  std::string name;       // of an allowed tag, lower case; of a refused one, if it has a name
  size_t offset = 0;
  const HtmlElement* element = nullptr;  // of a tag that is not refused
  std::string_view attributes;           // as written, of an opening tag that is not refused
};

// Splits raw HTML as CommonMark delimits it (an inline tag, or an HTML block with text among its tags).
std::vector<HtmlToken> html_tokens(std::string_view html, HtmlPolicy policy);

// What to write instead of a refused tag.
std::string html_alternative(const HtmlToken& token);

// Text between tags of an HTML block: entities stay, all else is escaped.
void append_html_text(std::string& out, std::string_view text);

}  // namespace document
