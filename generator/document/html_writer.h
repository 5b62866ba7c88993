// A document as HTML.
//
// Hooks decide where links lead and how figures, tables and citations look. Each receives the parsed thing with its
// spans, so that it can report errors. The writer itself reports nothing: errors in Markdown were reported by the
// parser.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "document/document.h"
#include "markup/html.h"

namespace document {

// The output for a link: <a href=… class=… ATTRIBUTES>content</a>after; or `replacement` instead of all of it.
struct LinkHtml {
  std::string href;  // escaped by the writer; a URL that is not safe becomes "#". Empty: the content without a link
  std::string css_class;
  std::vector<std::pair<std::string_view, std::string>> attributes;  // names are literals; values are escaped
  markup::SafeHtml after;
  std::optional<markup::SafeHtml> replacement;
};

// The output for an image: <img src=… alt=… ATTRIBUTES>, or `replacement`. `alt` and title are the writer's.
struct ImageHtml {
  std::string src;
  std::vector<std::pair<std::string_view, std::string>> attributes;  // "width", "height", "loading" …
  std::optional<markup::SafeHtml> replacement;
};

// The output for a passage for certain answers: <section ATTRIBUTES>before content</section>, or the content alone.
struct PassageHtml {
  std::vector<std::pair<std::string_view, std::string>> attributes;
  markup::SafeHtml before;
};

// Texts of the theme that the writer needs.
enum class Label {
  permalink,  // argument: the heading's text
  task_open,
  task_done,
  table,          // names the region in which a wide table scrolls; argument: the heading above it
  footnotes,      // the heading of the list of footnotes
  footnote,       // argument: its number; names the mark in the text
  footnote_back,  // argument: its number, or "2-3" for the third mark of footnote 2; names the link back to the text
  note,           // from here on in the order of kCalloutNames
  tip,
  important,
  warning,
  caution,
};

class Hooks {
 public:
  virtual ~Hooks() = default;

  // `content` is the link's text as HTML. `text` is the same without markup for figures and claims, otherwise "".
  virtual LinkHtml link(const Link& link, const markup::SafeHtml& content, std::string_view text) = 0;
  virtual ImageHtml image(const Image& image) = 0;
  // Returns nullopt to write the fence as ordinary code, and an empty SafeHtml to omit it.
  virtual std::optional<markup::SafeHtml> fence(const Fence& fence) = 0;
  // Returns nullopt to omit the passage.
  virtual std::optional<PassageHtml> passage(const Passage&) { return PassageHtml(); }
  virtual markup::SafeHtml citation(const CitationGroup& group) = 0;
  virtual std::string label(Label label, std::string_view argument) = 0;
  // The text to write instead of a text of the page, or null for the text itself. Valid until the next call.
  virtual const std::string* text(std::string_view) { return nullptr; }
  // Prefix of the ids of headings and footnotes ("fn-1", "fnref-1"), for several documents on one page.
  virtual std::string_view id_prefix() { return ""; }
  // Added to the level of each heading, which stays within 1 to 6.
  virtual int heading_shift() { return 0; }
  // Earlier ids of this heading, which still lead to it. Not called if ids have a prefix.
  virtual std::vector<std::string> former_ids(const Heading&) { return {}; }
};

// The site's HTML: well-formed, balanced and safe.
markup::SafeHtml write_html(const Document& document, Hooks& hooks);

// Writes only the blocks from `first` to before `last` (siblings; 0 for the end), without footnotes: an excerpt.
markup::SafeHtml write_blocks(const Document& document, Hooks& hooks, NodeId first, NodeId last = 0);

// The inlines within `block` (of a paragraph, heading, cell), or, for 0, of the first paragraph: without the block's
// tags and, for a heading, without its permalink.
markup::SafeHtml write_inline(const Document& document, Hooks& hooks, NodeId block = 0);

}  // namespace document
