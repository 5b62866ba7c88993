#include "markup/html_tree.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.h"
#include "base/utf8.h"

namespace markup {
namespace {

constexpr std::array<std::string_view, 14> kEmpty = {"area",  "base", "br",   "col",    "embed", "hr",    "img",
                                                     "input", "link", "meta", "source", "track", "param", "wbr"};
constexpr std::array<std::string_view, 4> kLeftOut = {"script", "style", "template", "svg"};
// Those whose end tag HTML lets authors leave out before another of the same name.
constexpr std::array<std::string_view, 7> kClosedByAnother = {"li", "dt", "dd", "tr", "td", "th", "p"};

template <size_t N>
bool is_among(const std::array<std::string_view, N>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// Where the tag that starts at `at` ends, behind its '>'; quotes may hold one.
size_t end_of_tag(std::string_view html, size_t at) {
  char quote = 0;
  for (; at < html.size(); ++at) {
    char c = html[at];
    if (quote != 0) {
      if (c == quote) quote = 0;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '>') {
      return at + 1;
    }
  }
  return html.size();
}

// Behind the end tag of an element whose content starts at `at`; elements of the same name may stand in it.
size_t end_of_element(std::string_view html, size_t at, std::string_view name) {
  const std::string open = "<" + std::string(name), close = "</" + std::string(name);
  for (size_t depth = 1; depth > 0;) {
    const size_t next_close = html.find(close, at), next_open = html.find(open, at);
    if (next_close == std::string_view::npos) return html.size();
    const bool nested = next_open < next_close;
    depth += nested ? 1 : size_t(-1);
    at = end_of_tag(html, nested ? next_open : next_close);
  }
  return at;
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
  for (size_t at = 0; at < html.size();) {
    if (html[at] != '<') {
      const size_t end = std::min(html.find('<', at), html.size());
      add({{}, html.substr(at, end - at)});
      at = end;
    } else if (html.substr(at).starts_with("<!--")) {
      const size_t end = html.find("-->", at);
      at = end == std::string_view::npos ? html.size() : end + 3;
    } else {
      const size_t end = end_of_tag(html, at);
      std::string_view tag = html.substr(at + 1, end - at - 1);
      if (tag.ends_with('>')) tag.remove_suffix(1);
      at = end;
      const bool closes = tag.starts_with('/');
      if (closes) tag.remove_prefix(1);
      if (tag.empty() || !is_letter(tag[0])) continue;  // <!doctype html>
      const size_t name_end = std::min(tag.find_first_of(" \t\n\r/"), tag.size());
      const std::string_view name = tag.substr(0, name_end);
      if (closes) {
        auto which = std::find_if(open.rbegin(), open.rend(), [&](const Open& o) { return nodes_[o.id].name == name; });
        if (which != open.rend()) open.erase(which.base() - 1, open.end());
        continue;
      }
      if (is_among(kClosedByAnother, name) && open.size() > 1 && nodes_[open.back().id].name == name) open.pop_back();
      const HtmlId id = add({name, tag.substr(name_end)});
      if (is_among(kLeftOut, name))
        at = end_of_element(html, at, name);
      else if (!is_among(kEmpty, name) && open.size() < kMostDepth)
        open.push_back({id, 0});
    }
  }
}

HtmlId HtmlTree::find(std::string_view name) const {
  for (HtmlId id = 1; id < nodes_.size(); ++id)
    if (nodes_[id].name == name) return id;
  return 0;
}

bool HtmlTree::find_attribute(HtmlId id, std::string_view name, std::string_view& value) const {
  std::string_view rest = nodes_[id].raw;
  while (true) {
    while (!rest.empty() && (base::is_space(rest[0]) || rest[0] == '/')) rest.remove_prefix(1);
    if (rest.empty()) return false;
    const size_t name_end = std::min(rest.find_first_of("= \t\n\r/"), rest.size());
    const std::string_view found = rest.substr(0, name_end);
    rest.remove_prefix(name_end);
    value = {};
    if (rest.starts_with('=')) {
      rest.remove_prefix(1);
      const bool quoted = rest.starts_with('"') || rest.starts_with('\'');
      const size_t end = std::min(quoted ? rest.find(rest[0], 1) : rest.find_first_of(" \t\n\r"), rest.size());
      value = rest.substr(quoted ? 1 : 0, end - (quoted ? 1 : 0));
      rest.remove_prefix(std::min(end + (quoted ? 1 : 0), rest.size()));
    } else if (name_end == 0) {
      return false;
    }
    if (found == name) return true;
  }
}

std::string HtmlTree::attribute(HtmlId id, std::string_view name) const {
  std::string_view value;
  std::string out;
  if (find_attribute(id, name, value)) append_unescaped(out, value);
  return out;
}

bool HtmlTree::has_attribute(HtmlId id, std::string_view name) const {
  std::string_view value;
  return find_attribute(id, name, value);
}

bool HtmlTree::has_class(HtmlId id, std::string_view name) const {
  std::string_view value;
  if (!find_attribute(id, "class", value)) return false;
  for (std::string_view word : base::split(value, ' '))
    if (word == name) return true;
  return false;
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

void append_unescaped(std::string& out, std::string_view text) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 16> kNamed = {{{"amp", "&"},
                                                                                            {"lt", "<"},
                                                                                            {"gt", ">"},
                                                                                            {"quot", "\""},
                                                                                            {"apos", "'"},
                                                                                            {"nbsp", "\u00A0"},
                                                                                            {"ndash", "\u2013"},
                                                                                            {"mdash", "\u2014"},
                                                                                            {"middot", "\u00B7"},
                                                                                            {"hellip", "\u2026"},
                                                                                            {"times", "\u00D7"},
                                                                                            {"rarr", "\u2192"},
                                                                                            {"larr", "\u2190"},
                                                                                            {"copy", "\u00A9"},
                                                                                            {"shy", "\u00AD"},
                                                                                            {"laquo", "\u00AB"}}};
  while (true) {
    const size_t ampersand = text.find('&');
    out += text.substr(0, ampersand);
    if (ampersand == std::string_view::npos) return;
    text.remove_prefix(ampersand + 1);
    const size_t end = text.substr(0, 12).find(';');
    const std::string_view name = end == std::string_view::npos ? std::string_view() : text.substr(0, end);
    char32_t code = 0;
    if (name.size() > 1 && name[0] == '#') {
      const bool hex = name[1] == 'x' || name[1] == 'X';
      for (char c : name.substr(hex ? 2 : 1)) {
        const int digit = c >= '0' && c <= '9' ? c - '0' : is_letter(c) ? (c | 0x20) - 'a' + 10 : 99;
        if (digit >= (hex ? 16 : 10) || code > 0x110000) {
          code = 0;
          break;
        }
        code = code * (hex ? 16 : 10) + static_cast<char32_t>(digit);
      }
    }
    auto known = std::find_if(kNamed.begin(), kNamed.end(), [&](const auto& each) { return each.first == name; });
    if (code > 0 && code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF)) {
      base::append_code_point(out, code);
    } else if (known != kNamed.end()) {
      out += known->second;
    } else {
      out += '&';
      continue;
    }
    text.remove_prefix(end + 1);
  }
}

}  // namespace markup
