// What a page's own stylesheets hide or strike out, so that its text is read as a browser shows it.
#pragma once
#include <gumbo.h>

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace markup {

// Knows the <style> elements of a page and the `style` attributes of its elements. Linked stylesheets are not read, see
// has_links().
// Selectors of one element, "td.low", are understood; for others, and rules that contradict each other, see
// take_unclear().
class PageStyle {
 public:
  explicit PageStyle(const GumboNode& root);

  // Whether a browser that runs scripts gives the element a place on the page: not if it is `hidden`, has
  // `display: none`, or is an element such as <script>. Says nothing of the elements around it.
  bool is_rendered(const GumboNode& element) const;
  // Whether the element is rendered and not transparent (`visibility: hidden`, `opacity: 0`), as what is inside it then
  // is. `aria-hidden` hides nothing from the eye.
  bool is_opaque(const GumboNode& element) const;
  // Whether the element's own text is seen, too: not with `font-size: 0`. Text that the style adds before or after it
  // is unclear, and so is a part with `visibility: visible`.
  bool is_visible(const GumboNode& element) const;
  // Whether the style puts the element's text apart from that around it: "position: absolute", "float", "display:
  // block", a margin, or "display: flex" of the element around it.
  bool is_apart(const GumboNode& element) const;
  // Whether the style may show nothing or less of the element's text, or in another order: "clip", "width: 0", "left:
  // -9999px", a transparent colour.
  bool is_faint(const GumboNode& element) const { return has_effect(element, "faint"); }
  // Whether the element is <del>, <s> or <strike>, or has `text-decoration: line-through`.
  bool is_struck(const GumboNode& element) const;
  // Returns "sup" or "sub" for text above or below the line, by the element or its `vertical-align`; "" for other text.
  std::string_view position(const GumboNode& element) const;

  // Whether the page has stylesheets that were not read.
  bool has_links() const { return has_links_; }

  // Returns the first selector that may or may not decide what was asked since the last call; "" if there is none.
  std::string take_unclear() const { return std::exchange(unclear_, ""); }

 private:
  struct Rule {
    std::string selector, value;
    std::vector<std::string> tests;  // what an element must have: "td", ".low", "#total"
    bool is_important = false;
    bool is_clear = true;  // whether `tests` are the whole selector
    bool fits(const std::vector<std::string>& element) const;
  };

  void add_rule(std::string_view selector, std::string_view property, std::string_view value);
  bool has(const GumboNode& element, std::string_view property, std::string_view values) const;
  bool has_effect(const GumboNode& element, std::string_view effect) const;
  void note_shown_inside(const GumboNode& hidden) const;

  std::map<std::string, std::vector<Rule>, std::less<>> rules_;  // by property; also by "apart", "spread" and "faint"
  bool has_links_ = false;
  mutable std::string unclear_;
};

}  // namespace markup
