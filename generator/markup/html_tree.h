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
  std::string_view name;  // the element's name in lower case; "" for text
  std::string_view raw;   // the text, or the attributes of an element, as the file states them
  HtmlId child = 0;
  HtmlId next = 0;

  bool is_text() const { return name.empty(); }
};

// A tree that points into the HTML, which must outlive it.
class HtmlTree {
 public:
  // Omits the content of <script>, <style>, <template> and <svg>. Elements are nested at most kMaxDepth deep; deeper
  // elements become siblings of their parent.
  explicit HtmlTree(std::string_view html);
  static constexpr size_t kMaxDepth = 400;

  size_t size() const { return nodes_.size(); }
  const HtmlNode& node(HtmlId id) const { return nodes_[id]; }
  // Returns the first element with this name, in the order of the text; 0 if there is none.
  HtmlId find(std::string_view name) const;
  // Returns an attribute with character references resolved; "" if it is missing.
  std::string attribute(HtmlId id, std::string_view name) const;
  bool has_attribute(HtmlId id, std::string_view name) const;
  // Returns the attribute `class` as the file states it.
  std::string_view classes(HtmlId id) const { return tag(id).attribute("class"); }
  bool has_class(HtmlId id, std::string_view name) const;
  // Returns how many columns or rows a cell covers, from 1 to 1000; `attribute` is `colspan` or `rowspan`.
  size_t span(HtmlId id, std::string_view attribute) const;
  // Returns all text below a node, with character references resolved.
  std::string text(HtmlId id) const;

 private:
  HtmlTag tag(HtmlId id) const { return {nodes_[id].name, nodes_[id].raw}; }

  std::vector<HtmlNode> nodes_;
};

}  // namespace markup
