// The targets of links within a page in its Markdown version, which has only footnotes and anchors at headings.
#pragma once
#include <map>
#include <set>
#include <string>

#include "markup/html_tree.h"

namespace pages {

// Whether the Markdown version leaves an element out.
bool is_left_out(const markup::HtmlTree& html, markup::HtmlId id);
bool is_heading(const markup::HtmlNode& node);

struct MarkdownAnchors {
  // The id of an element -> the GitHub-style anchor of its heading: the element itself, its first child, or the heading
  // above it. Elements above all headings are missing.
  std::map<std::string, std::string, std::less<>> headings;
  // The ids of list items that become footnotes because something links to them. A table whose numbers all come from
  // one place has no footnotes for them.
  std::set<std::string, std::less<>> footnotes;
  // The ids of all notes of numbers. If a note does not become a footnote, its marks do not become links.
  std::set<std::string, std::less<>> notes;
};

MarkdownAnchors markdown_anchors(const markup::HtmlTree& html, markup::HtmlId root);

}  // namespace pages
