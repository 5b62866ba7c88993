#include "document/html_elements.h"

#include <algorithm>
#include <iterator>

#include "base/text.h"
#include "base/utf8.h"
#include "markup/html_scanner.h"

namespace document {
namespace {

constexpr HtmlElement in_line(std::string_view name, std::string_view attributes = {}, std::string_view parents = {}) {
  return {.name = name, .written = name, .parents = parents, .attributes = attributes};
}
constexpr HtmlElement as_block(std::string_view name, std::string_view attributes = {}, std::string_view parents = {}) {
  return {.name = name, .written = name, .is_block = true, .parents = parents, .attributes = attributes};
}
constexpr HtmlElement without_content(std::string_view name) {
  return {.name = name, .written = name, .is_void = true};
}
constexpr HtmlElement instead_of(std::string_view obsolete, HtmlElement element) {
  element.name = obsolete;
  return element;
}
constexpr HtmlElement everywhere(HtmlElement element) {
  element.is_strict = true;
  return element;
}

constexpr HtmlElement void_block(std::string_view name, std::string_view attributes = {},
                                 std::string_view parents = {}) {
  HtmlElement element = as_block(name, attributes, parents);
  element.is_void = true;
  return element;
}

constexpr std::string_view kCellAttributes = "colspan rowspan";

constexpr HtmlElement kElements[] = {
    everywhere(in_line("abbr")),
    everywhere(in_line("kbd")),
    everywhere(in_line("sub")),
    everywhere(in_line("sup")),
    everywhere(without_content("br")),
    everywhere(as_block("details", "open")),
    everywhere(as_block("summary", "", "details")),
    in_line("a"),
    in_line("b"),
    in_line("bdi"),
    in_line("bdo"),
    in_line("cite"),
    in_line("code"),
    in_line("del", "datetime"),
    in_line("dfn"),
    in_line("em"),
    in_line("i"),
    in_line("ins", "datetime"),
    in_line("mark"),
    in_line("q"),
    in_line("rp", "", "ruby"),
    in_line("rt", "", "ruby"),
    in_line("ruby"),
    in_line("s"),
    in_line("samp"),
    in_line("small"),
    in_line("span"),
    in_line("strong"),
    in_line("time", "datetime"),
    in_line("u"),
    in_line("var"),
    without_content("img"),
    without_content("wbr"),
    instead_of("acronym", in_line("abbr")),
    instead_of("big", in_line("span")),
    instead_of("font", in_line("span")),
    instead_of("strike", in_line("s")),
    instead_of("tt", in_line("code")),
    as_block("blockquote"),
    as_block("caption", "", "table"),
    as_block("colgroup", "span", "table"),
    as_block("dd", "", "dl"),
    as_block("div"),
    as_block("dl"),
    as_block("dt", "", "dl"),
    as_block("figcaption", "", "figure"),
    as_block("figure"),
    as_block("li", "value", "ol ul"),
    as_block("ol", "reversed start type"),
    as_block("p"),
    as_block("pre"),
    as_block("table"),
    as_block("tbody", "", "table"),
    as_block("td", kCellAttributes, "tr"),
    as_block("tfoot", "", "table"),
    as_block("th", "colspan rowspan scope", "tr"),
    as_block("thead", "", "table"),
    as_block("tr", "", "table tbody tfoot thead"),
    as_block("ul"),
    void_block("col", "span", "colgroup"),
    void_block("hr"),
    instead_of("center", as_block("div")),
};

bool is_number(std::string_view text) {
  return !text.empty() && text.size() <= 6 && std::all_of(text.begin(), text.end(), base::is_digit);
}

bool is_published(const HtmlElement& element, std::string_view name, std::string_view value) {
  if (name == "title" || name == "lang") return true;
  if (name == "dir") return value == "ltr" || value == "rtl" || value == "auto";
  if (name == "id") return !value.empty() && value.find_first_of(" \t\r\n\f") == std::string_view::npos;
  if (!contains_word(element.attributes, name)) return false;
  if (name == "colspan" || name == "rowspan" || name == "span" || name == "start" || name == "value")
    return is_number(value);
  if (name == "scope") return contains_word("row col rowgroup colgroup", value);
  if (name == "type") return contains_word("1 a A i I", value);
  return true;  // open, reversed, datetime
}

}  // namespace

const HtmlElement* find_html_element(std::string_view name) {
  const auto* found = std::find_if(std::begin(kElements), std::end(kElements),
                                   [&](const HtmlElement& element) { return element.name == name; });
  return found == std::end(kElements) ? nullptr : found;
}

bool contains_word(std::string_view list, std::string_view word) {
  for (size_t at = 0; at < list.size();) {
    const size_t end = std::min(list.find(' ', at), list.size());
    if (list.substr(at, end - at) == word) return !word.empty();
    at = end + 1;
  }
  return false;
}

HtmlAttributeList published_attributes(const HtmlElement& element, std::string_view raw,
                                       std::vector<std::string>* dropped) {
  HtmlAttributeList published;
  markup::HtmlAttributes attributes(raw);
  for (markup::HtmlAttribute attribute; attributes.next(attribute);) {
    std::string name = base::lower_case(attribute.name);
    if (element.name == "a" && name == "href") continue;
    if (element.name == "img" && (name == "src" || name == "alt")) continue;
    if (element.name == "a" && name == "name") name = "id";
    std::string value = markup::unescaped(attribute.value.value_or(""));
    const bool is_repeated =
        std::any_of(published.begin(), published.end(), [&](const auto& known) { return known.first == name; });
    if (is_repeated) continue;
    if (is_published(element, name, value))
      published.emplace_back(std::move(name), std::move(value));
    else if (dropped)
      dropped->push_back(std::move(name));
  }
  return published;
}

}  // namespace document
