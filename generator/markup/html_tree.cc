#include "markup/html_tree.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace markup {
namespace {

constexpr std::array<std::string_view, 4> kLeftOut = {"script", "style", "template", "svg"};
// Elements whose end tag may be omitted before another element with the same name.
constexpr std::array<std::string_view, 7> kClosedByAnother = {"li", "dt", "dd", "tr", "td", "th", "p"};

bool is_among(const auto& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

HtmlTree::HtmlTree(std::string_view html) {
  nodes_.reserve(html.size() / 24 + 1);
  nodes_.emplace_back();
  struct Open {
    HtmlId id, last;
  };
  std::vector<Open> open{{0, 0}};
  auto add = [&](HtmlNode node) {
    auto id = static_cast<HtmlId>(nodes_.size());
    nodes_.push_back(node);
    HtmlId& last = open.back().last;
    (last == 0 ? nodes_[open.back().id].child : nodes_[last].next) = id;
    last = id;
    return id;
  };
  for (HtmlScanner scanner(html); scanner.next();) {
    if (scanner.is_text()) {
      add({{}, scanner.text()});
      continue;
    }
    const HtmlTag& tag = scanner.tag();
    if (tag.closes) {
      auto which =
          std::find_if(open.rbegin(), open.rend(), [&](const Open& o) { return nodes_[o.id].name == tag.name; });
      if (which != open.rend()) open.erase(which.base() - 1, open.end());
      continue;
    }
    if (is_among(kClosedByAnother, tag.name) && open.size() > 1 && nodes_[open.back().id].name == tag.name)
      open.pop_back();
    const HtmlId id = add({tag.name, tag.attributes});
    if (is_among(kLeftOut, tag.name))
      scanner.skip_element();
    else if (!is_void_element(tag.name) && open.size() < kMaxDepth)
      open.push_back({id, 0});
  }
}

HtmlId HtmlTree::find(std::string_view name) const {
  for (HtmlId id = 1; id < nodes_.size(); ++id)
    if (nodes_[id].name == name) return id;
  return 0;
}

std::string HtmlTree::attribute(HtmlId id, std::string_view name) const { return tag(id).decoded(name); }

bool HtmlTree::has_attribute(HtmlId id, std::string_view name) const { return tag(id).has(name); }

bool HtmlTree::has_class(HtmlId id, std::string_view name) const { return base::has_word(classes(id), name); }

size_t HtmlTree::span(HtmlId id, std::string_view attribute) const {
  constexpr size_t kMaxSpan = 1000;
  size_t span = 0;
  const std::string_view value = tag(id).attribute(attribute);
  for (char c : value)
    if (base::is_digit(c) && span < kMaxSpan) span = span * 10 + static_cast<size_t>(c - '0');
  return std::clamp<size_t>(span, 1, kMaxSpan);
}

std::string HtmlTree::text(HtmlId id) const {
  std::string out;
  std::vector<HtmlId> open;
  for (HtmlId at = id; at != 0 || id == 0;) {
    if (nodes_[at].is_text()) append_unescaped(out, nodes_[at].raw);
    if (nodes_[at].child != 0) {
      open.push_back(at);
      at = nodes_[at].child;
      continue;
    }
    while (at != id && nodes_[at].next == 0) {
      at = open.back();
      open.pop_back();
    }
    if (at == id) break;
    at = nodes_[at].next;
  }
  return out;
}

}  // namespace markup
