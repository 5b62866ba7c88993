// HTML that the generator wrote, parsed into a tree. The generator's HTML is well-formed, but a site's templates may
// not be: a closing tag without an opening one is dropped, and an element that is never closed ends with its parent.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "markup/html_scanner.h"

namespace markup {

// Index into HtmlTree::nodes; 0 is the root, which as a child or sibling means "none".
using HtmlId = uint32_t;

struct HtmlNode {
  std::string_view name;  // of an element, in lower case as it was written; "" for text
  std::string_view raw;   // text as written; of an element its attributes as written
  HtmlId child = 0;
  HtmlId next = 0;

  bool is_text() const { return name.empty(); }
};

// Points into the HTML, which outlives it.
class HtmlTree {
 public:
  // The content of <script>, <style>, <template> and <svg> is left out. Elements are nested at most kMaxDepth deep;
  // deeper ones become siblings of their parent.
  explicit HtmlTree(std::string_view html);
  static constexpr size_t kMaxDepth = 400;

  const HtmlNode& node(HtmlId id) const { return nodes_[id]; }
  // The first element of that name, in the order of the text; 0 for none.
  HtmlId find(std::string_view name) const;
  // Character references resolved; "" if it is missing.
  std::string attribute(HtmlId id, std::string_view name) const;
  bool has_attribute(HtmlId id, std::string_view name) const;
  // Whether the attribute `class` has this word.
  bool has_class(HtmlId id, std::string_view name) const;
  // How many columns or rows a cell takes, by its attribute `colspan` or `rowspan`; 1 to 1000.
  size_t span(HtmlId id, std::string_view attribute) const;
  // All text below a node, with character references resolved.
  std::string text(HtmlId id) const;

 private:
  HtmlTag tag(HtmlId id) const { return {nodes_[id].name, nodes_[id].raw}; }

  std::vector<HtmlNode> nodes_;
};

}  // namespace markup
