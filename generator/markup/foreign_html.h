// HTML that others wrote (a web page to import, raw HTML in Markdown), parsed into the tree that a browser makes of it:
// missing tags, misplaced elements and all character references (libgumbo,
// https://html.spec.whatwg.org/multipage/parsing.html). The site's own HTML is read by html_scanner.h instead.
#pragma once
#include <gumbo.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace markup {

class ForeignHtml {
 public:
  // `html` is UTF-8 and must outlive the result. Returns nullopt if the page needs more than a gigabyte, or far more
  // time than pages of its size: with thousands of nested elements, time is quadratic.
  static std::optional<ForeignHtml> parse(std::string_view html);
  ForeignHtml(ForeignHtml&&) noexcept;
  ~ForeignHtml();

  const GumboNode& root() const { return *root_; }  // the element <html>

 private:
  struct Memory;
  ForeignHtml();

  std::unique_ptr<Memory> memory_;
  const GumboNode* root_ = nullptr;
};

// Whether the node is an element; the content of a <template> is not part of the page.
inline bool is_element(const GumboNode& node) { return node.type == GUMBO_NODE_ELEMENT; }
inline bool is_element(const GumboNode& node, GumboTag tag) { return is_element(node) && node.v.element.tag == tag; }

// Returns the decoded value of an element's attribute: "" for `disabled`, nullopt if the element does not have it.
std::optional<std::string_view> attribute(const GumboNode& element, const char* name);

// Whether browsers put an element's content on separate lines, so that its words do not touch those around it. <br> and
// cells of tables count as well.
bool is_block(const GumboNode& element);

// Calls enter(node) for `top` and all nodes below, in the order of the text, and leave(node) after each node that was
// entered. If enter() returns false, the node is skipped. Elements may be nested at any depth.
template <class Enter, class Leave>
void walk(const GumboNode& top, Enter enter, Leave leave) {
  struct Open {
    const GumboNode* node;
    unsigned next;  // the child to visit next
  };
  std::vector<Open> open;
  if (enter(top)) open.push_back({&top, 0});
  while (!open.empty()) {
    const GumboNode& node = *open.back().node;
    if (is_element(node) && open.back().next < node.v.element.children.length) {
      const auto& child = *static_cast<const GumboNode*>(node.v.element.children.data[open.back().next++]);
      if (enter(child)) open.push_back({&child, 0});
    } else {
      leave(node);
      open.pop_back();
    }
  }
}

}  // namespace markup
