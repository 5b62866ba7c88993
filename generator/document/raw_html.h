// The little raw HTML that pages may hold: the inert tags br sub sup kbd abbr details summary, without attributes, and
// comments, which are dropped.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace document {

struct HtmlToken {
  enum class Kind { text, open, close, empty, comment, refused };
  Kind kind = Kind::text;
  std::string_view text;  // as written
  std::string name;       // of an allowed tag, lower case; of a refused one, if it has a name
  size_t offset = 0;
};

// Splits raw HTML as CommonMark delimits it (an inline tag, or an HTML block with text among its tags).
std::vector<HtmlToken> html_tokens(std::string_view html);

// True for details and summary, which hold blocks and stand on lines of their own.
bool is_block_tag(std::string_view name);

// What to write instead of a refused tag.
std::string html_alternative(const HtmlToken& token);

// Text between tags of an HTML block: entities stay, all else is escaped.
void append_html_text(std::string& out, std::string_view text);

}  // namespace document
