// Writes the elements of a page as Markdown. See markdown_page.h.
#pragma once
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "markup/html_tree.h"

namespace pages {

// ---- markdown_page.cc: targets of links within a page, at headings and footnotes
bool is_heading(const markup::HtmlNode& node);

// A page's HTML, which must outlive the tree, and what the Markdown version omits of it.
class MarkdownTree : public markup::HtmlTree {
 public:
  explicit MarkdownTree(std::string_view html);
  // Whether the Markdown version omits an element.
  bool is_left_out(markup::HtmlId id) const { return left_out_[id]; }

 private:
  std::vector<bool> left_out_;
};

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

MarkdownAnchors markdown_anchors(const MarkdownTree& html, markup::HtmlId root);

class MarkdownWriter {
 public:
  // Converts the href of a link to another file to the form that the Markdown version uses.
  using Rewrite = std::function<std::string(const std::string& href)>;

  MarkdownWriter(const MarkdownTree& html, MarkdownAnchors anchors, Rewrite rewrite)
      : html_(html), anchors_(std::move(anchors)), rewrite_(std::move(rewrite)) {}

  // Returns the content of the element: blocks separated by an empty line, or by `separator`.
  std::string blocks(markup::HtmlId parent, std::string_view separator = "\n\n");

 private:
  enum class Place { paragraph, cell };

  // ---- blocks: markdown_writer.cc
  std::string block(markup::HtmlId id);
  std::string heading(markup::HtmlId id);
  std::string list(markup::HtmlId id, bool other_marker);
  std::string item(markup::HtmlId id, const std::string& marker, std::string_view separator);
  bool is_loose(markup::HtmlId list) const;
  std::string definitions(markup::HtmlId id);
  std::string callout(markup::HtmlId id);
  std::string details(markup::HtmlId id);
  std::string footnotes(markup::HtmlId list);
  std::string code(markup::HtmlId id);
  std::string drawing(markup::HtmlId id);
  std::string caption(markup::HtmlId id);
  std::string bold(markup::HtmlId id);

  // ---- tables: markdown_writer.cc
  struct Column {
    std::string title;
    std::string_view alignment;
  };
  std::string table(markup::HtmlId id);
  std::vector<Column> columns(markup::HtmlId head);
  void rows(markup::HtmlId part, size_t columns, std::string& out);
  std::string cell(markup::HtmlId id);

  // ---- inlines: markdown_inlines.cc
  void inlines(markup::HtmlId parent, std::string& out, Place place);
  void inline_node(markup::HtmlId id, std::string& out, Place place);
  void link(markup::HtmlId id, std::string& out, Place place);
  void marks(markup::HtmlId sup, std::string& out);
  void image(const std::string& src, std::string_view alt, std::string& out);
  void element(std::string_view name, markup::HtmlId id, std::string& out, Place place);

  bool is_block(markup::HtmlId id) const;
  markup::HtmlId child_named(markup::HtmlId parent, std::string_view name) const;

  const MarkdownTree& html_;
  MarkdownAnchors anchors_;
  Rewrite rewrite_;
  markup::HtmlId figure_ = 0;  // the chart that is being written
};

}  // namespace pages
