// Where links within a page lead in its Markdown twin, which has anchors at headings only, and footnotes.
#pragma once
#include <map>
#include <set>
#include <string>

#include "markup/html_tree.h"

namespace pages {

// What a twin says nothing of.
bool is_left_out(const markup::HtmlTree& html, markup::HtmlId id);
bool is_heading(const markup::HtmlNode& node);

struct TwinAnchors {
  // The id of an element -> the anchor of the heading that it is, that it begins with, or below which it stands, as
  // GitHub makes anchors. Elements above all headings are missing.
  std::map<std::string, std::string, std::less<>> headings;
  // The ids of list items that become footnotes, because something leads to them. A table whose numbers all come from
  // one place has none of it.
  std::set<std::string, std::less<>> footnotes;
  // The ids of all notes of numbers: marks of those that are no footnotes are no links either.
  std::set<std::string, std::less<>> notes;
};

TwinAnchors twin_anchors(const markup::HtmlTree& html, markup::HtmlId root);

}  // namespace pages
