// Writes a document as HTML.
// Hooks decide where links lead and how figures, tables and citations look. Each receives the parsed element with its
// spans, so that it can report errors. The writer itself reports nothing: the parser has reported errors in the
// Markdown.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "document/document.h"
#include "markup/html.h"

namespace document {

using HtmlAttributes = std::vector<std::pair<std::string_view, std::string>>;  // names are literals; values are escaped

// The output for a link: <a href=… ATTRIBUTES>content</a>after; or `replacement` instead of all of it.
struct LinkHtml {
  // The writer escapes it. An unsafe URL becomes "#"; with "", the content is written without a link.
  std::string href;
  HtmlAttributes attributes;
  markup::SafeHtml after;
  std::optional<markup::SafeHtml> replacement;
};

// The output for an image: <img src=… alt=… ATTRIBUTES>, or `replacement`. The writer adds `alt` and `title`.
struct ImageHtml {
  std::string src;
  HtmlAttributes attributes;  // attributes such as "width", "height" and "loading"
  std::optional<markup::SafeHtml> replacement;
};

// The output for a passage: <section ATTRIBUTES>before content</section>, or the content alone.
struct PassageHtml {
  HtmlAttributes attributes;
  markup::SafeHtml before;
};

class Hooks {
 public:
  virtual ~Hooks() = default;

  // `content` is the link's text as HTML. `text` is the same text if it has no markup (for figures and claims only),
  // otherwise "".
  virtual LinkHtml link(const Link& link, const markup::SafeHtml& content, std::string_view text) = 0;
  virtual ImageHtml image(const Image& image) = 0;
  // Returns whether the page may show the page of another site in a frame. The writer adds a link to it anyway.
  virtual bool frame(const Link&) { return false; }
  // Returns nullopt to write the fence as ordinary code, and an empty SafeHtml to omit it.
  virtual std::optional<markup::SafeHtml> fence(const Fence& fence) = 0;
  // Returns nullopt to omit the passage.
  virtual std::optional<PassageHtml> passage(const Passage&) { return PassageHtml(); }
  virtual markup::SafeHtml citation(const CitationGroup& group) = 0;
  // Returns an interface text: "link_to" (a heading's link to itself; the argument is its text), "table_in" (the region
  // in which a wide table scrolls; the argument is the heading above), "task_open", "task_done", "footnotes",
  // "footnote" (the name of its mark; the argument is its number), "footnote_back" (the argument is the number, or
  // "2-3" for the third mark of 2), "callout_note" and so on for each of kCalloutNames.
  virtual std::string label(std::string_view key, std::string_view argument) = 0;
  // Returns the text to write instead of a text of the page, or null to write it unchanged. The result is valid until
  // the next call.
  virtual const std::string* text(std::string_view) { return nullptr; }
  // The prefix of the ids of headings and footnotes ("fn-1", "fnref-1"), so that one page can contain several
  // documents.
  virtual std::string_view id_prefix() { return ""; }
  // A number added to the level of each heading; the result stays between 1 and 6.
  virtual int heading_shift() { return 0; }
  // Returns earlier ids of the heading that links may still use. Not called if ids have a prefix.
  virtual std::vector<std::string> former_ids(const Heading&) { return {}; }
};

// Writes the whole document as HTML that is well-formed, balanced and safe.
markup::SafeHtml write_html(const Document& document, Hooks& hooks);

// Writes an excerpt: only the blocks from `first` up to but excluding its sibling `last` (0: to the end), without
// footnotes.
markup::SafeHtml write_blocks(const Document& document, Hooks& hooks, NodeId first, NodeId last = 0);

// Writes the inlines of `block` (a paragraph, heading or cell; 0 means the first paragraph) without the block's tags
// and without a heading's permalink.
markup::SafeHtml write_inline(const Document& document, Hooks& hooks, NodeId block = 0);

}  // namespace document
