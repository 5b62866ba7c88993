// Raw HTML in pages: its tokens, and the elements and attributes that are allowed: those that work without scripts and
// styles. Nothing else is published, so a page cannot run or load anything.
// Allowed tags are published as they are written. This is safe because they are delimited and read as browsers read
// them (markup/html_scanner.h), no allowed element changes how the text behind it is read, as <script> would, and a tag
// that has an attribute of another kind is published without it. Only ids, which may get a prefix, classes, which get
// kClassPrefix, and the sizes of images are written by us. Names and content models:
// https://html.spec.whatwg.org/multipage/indices.html#elements-3
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace document {

// Elements with the same rules. Lists in it are separated by spaces.
struct HtmlElement {
  std::string_view names;
  bool is_void = false;         // whether the element has no content and no end tag
  bool is_block = false;        // whether the element begins a new line; if not, it is part of a sentence
  std::string_view parents;     // elements that may contain it; if empty, any element
  std::string_view attributes;  // attributes of this element alone
  std::string_view written;     // the published name of an obsolete element: "s" for "strike"; "" for other elements
};

// The prefix of a page's own classes, so that they cannot look, or be read, like something that the theme writes.
inline constexpr std::string_view kClassPrefix = "own-";

// Whether the element shows its text literally, such as <code>.
bool is_code_element(std::string_view name);

struct HtmlToken {
  enum class Kind { text, open, close, empty, comment, refused };
  Kind kind = Kind::text;
  std::string_view text;  // the tag as the author wrote it
  std::string name;       // the name in lower case; "" for a refused tag without a name
  size_t offset = 0;
  const HtmlElement* element = nullptr;  // null if the tag is refused
  std::string_view attributes;           // what an allowed opening tag has after its name: " title='x' />"

  // Returns the published name. REQUIRES: the tag is allowed
  std::string_view written() const { return element->written.empty() ? name : element->written; }
};

struct PublishedAttribute {
  std::string name;          // in lower case; "id" for the name of <a>
  std::string value;         // with character references resolved
  std::string_view written;  // as the author wrote it, with the white space before it
};

// Returns the attributes of an allowed tag that are published, each once. Adds the names of the others to `dropped`,
// except `href` and `title` of links, `src` and `title` of frames, and `src`, `alt` and `title` of <img>, which are
// those of a Link or an Image, and `markdown`.
std::vector<PublishedAttribute> published_attributes(const HtmlToken& token, std::vector<std::string>* dropped);
// Returns the white space and the slash at the end of a tag: " /".
std::string_view tag_end(const HtmlToken& token);
// Whether the tag is <a href=…>.
bool is_link(const HtmlToken& token);

// Splits raw HTML as CommonMark delimits it (an inline tag, or an HTML block with text among its tags).
std::vector<HtmlToken> html_tokens(std::string_view html);

// Returns what an author may write instead of a tag that is not allowed where it is.
std::string expected_tag(const HtmlToken& token);

// Returns help with a refused tag: the Markdown to write instead of it.
std::string html_alternative(const HtmlToken& token);

// Appends the text between tags, or an attribute, as the author wrote it. Only this is replaced: "&" that does not
// begin a character reference, characters that HTML forbids, and "<" in a value.
void append_as_written(std::string& out, std::string_view text);

}  // namespace document
