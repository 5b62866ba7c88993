// Targets of links within a page in its Markdown version, which has anchors only at headings and footnotes.
#pragma once
#include <map>
#include <set>
#include <string>

#include "markup/html_tree.h"

namespace pages {

// Whether the Markdown version omits an element.
bool is_left_out(const markup::HtmlTree& html, markup::HtmlId id);
bool is_heading(const markup::HtmlNode& node);

struct MarkdownAnchors {
  // Maps the id of an element to the GitHub-style anchor of its heading: the element itself, its first child, or the
  // heading above it. Elements above all headings are missing.
  std::map<std::string, std::string, std::less<>> headings;
  // The ids of list items that become footnotes because a mark links to them. If all numbers of a table have the same
  // origin, the table has no footnotes for them.
  std::set<std::string, std::less<>> footnotes;
  // The ids of all notes of numbers. If a note does not become a footnote, its marks do not become links.
  std::set<std::string, std::less<>> notes;
};

MarkdownAnchors markdown_anchors(const markup::HtmlTree& html, markup::HtmlId root);

}  // namespace pages
