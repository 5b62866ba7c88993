// Raw HTML in pages: its tokens, and the elements and attributes that are allowed. Every page may contain a few inert
// elements without attributes. Pages that `raw_html` of data/site.json lists may also contain the elements that work
// without scripts and styles, with their semantic attributes. Nothing else is published, so a page cannot run or load
// anything.
// Names and content models: https://html.spec.whatwg.org/multipage/indices.html#elements-3
#pragma once
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace document {

enum class HtmlPolicy : uint8_t { strict, lenient };

// Elements with the same rules. Lists in it are separated by spaces.
struct HtmlElement {
  std::string_view names;
  bool is_strict = false;       // whether every page may contain the element, without attributes
  bool is_void = false;         // whether the element has no content and no end tag
  bool is_block = false;        // whether the element begins a new line; if not, it is part of a sentence
  std::string_view parents;     // elements that may contain it; if empty, any element
  std::string_view attributes;  // attributes of this element alone
  std::string_view written;     // the published name of an obsolete element: "s" for "strike"; "" for other elements
};

// Whether the element shows its text literally, such as <code>.
bool is_code_element(std::string_view name);

struct HtmlToken {
  enum class Kind { text, open, close, empty, comment, refused };
  Kind kind = Kind::text;
  std::string_view text;  // the tag as the author wrote it
  std::string name;       // the name in lower case; "" for a refused tag without a name
  size_t offset = 0;
  const HtmlElement* element = nullptr;  // null if the tag is refused
  std::string_view attributes;           // the attributes of an allowed opening tag, as the author wrote them

  // Returns the published name. REQUIRES: the tag is allowed
  std::string_view written() const { return element->written.empty() ? name : element->written; }
};

using HtmlAttributeList = std::vector<std::pair<std::string, std::string>>;

// Returns the attributes of an allowed tag that are published: names in lower case, each once, values with character
// references resolved. Adds the names of the others to `dropped`, except `href` of <a> and `src` and `alt` of <img>,
// because links and images have their own checks.
HtmlAttributeList published_attributes(const HtmlToken& token, std::vector<std::string>* dropped);

// Splits raw HTML as CommonMark delimits it (an inline tag, or an HTML block with text among its tags).
std::vector<HtmlToken> html_tokens(std::string_view html, HtmlPolicy policy);

// Returns the Markdown to write instead of a refused tag.
std::string html_alternative(const HtmlToken& token);

// Returns the length of a character reference at the start of `text`, which starts with '&'; 0 if there is none.
size_t reference_length(std::string_view text);

// Appends text between tags of an HTML block: entities stay, everything else is escaped.
void append_html_text(std::string& out, std::string_view text);

}  // namespace document
