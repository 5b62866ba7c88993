#include "document/raw_html.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "base/utf8.h"
#include "markup/html.h"
#include "markup/html_scanner.h"

namespace document {
namespace {

constexpr HtmlElement kElements[] = {
    {.names = "a abbr b bdi bdo cite code dfn em i kbd mark q ruby s samp small span strong sub sup u var"},
    {.names = "details", .is_block = true, .attributes = "name open"},
    {.names = "summary", .is_block = true, .parents = "details"},
    {.names = "del ins time", .attributes = "datetime"},
    {.names = "rp rt", .parents = "ruby"},
    {.names = "br wbr", .is_void = true},
    {.names = "img", .is_void = true, .attributes = "height width"},
    {.names = "iframe", .attributes = "allowfullscreen height width"},
    {.names = "blockquote div dl figure p pre table ul", .is_block = true},
    {.names = "caption tbody tfoot thead", .is_block = true, .parents = "table"},
    {.names = "colgroup", .is_block = true, .parents = "table", .attributes = "span"},
    {.names = "col", .is_void = true, .is_block = true, .parents = "colgroup", .attributes = "span"},
    {.names = "tr", .is_block = true, .parents = "table tbody tfoot thead"},
    {.names = "td", .is_block = true, .parents = "tr", .attributes = "colspan rowspan"},
    {.names = "th", .is_block = true, .parents = "tr", .attributes = "colspan rowspan scope"},
    {.names = "dd dt", .is_block = true, .parents = "dl"},
    {.names = "figcaption", .is_block = true, .parents = "figure"},
    {.names = "ol", .is_block = true, .attributes = "reversed start type"},
    {.names = "li", .is_block = true, .parents = "ol ul", .attributes = "value"},
    {.names = "hr", .is_void = true, .is_block = true},
    {.names = "acronym", .written = "abbr"},
    {.names = "big font", .written = "span"},
    {.names = "strike", .written = "s"},
    {.names = "tt", .written = "code"},
    {.names = "center", .is_block = true, .written = "div"},
};

// Returns null if the element must not be published. `name` is in lower case.
const HtmlElement* find_element(std::string_view name) {
  const auto* found = std::find_if(std::begin(kElements), std::end(kElements),
                                   [&](const HtmlElement& each) { return base::has_word(each.names, name); });
  return found == std::end(kElements) ? nullptr : found;
}

bool is_number(std::string_view text) {
  return !text.empty() && text.size() <= 6 && std::all_of(text.begin(), text.end(), base::is_digit);
}

bool is_published(const HtmlElement& element, std::string_view name, std::string_view value) {
  if (name == "title" || name == "lang") return true;
  if (name == "dir") return value == "ltr" || value == "rtl" || value == "auto";
  if (name == "id") return !value.empty() && value.find_first_of(" \t\r\n\f") == std::string_view::npos;
  if (!base::has_word(element.attributes, name)) return false;
  if (base::has_word("colspan height rowspan span start value width", name)) return is_number(value);
  if (name == "scope") return base::has_word("row col rowgroup colgroup", value);
  if (name == "type") return base::has_word("1 a A i I", value);
  return true;  // allowfullscreen, open, reversed and datetime may have any value
}

bool begins_tag(std::string_view text) {
  text.remove_prefix(text.starts_with("</") ? 2 : 1);
  return !text.empty() && base::is_letter(text[0]);
}

// Makes the token of the scanner's tag.
HtmlToken tag_token(const markup::HtmlScanner& scanner, size_t offset) {
  const markup::HtmlTag& tag = scanner.tag();
  HtmlToken token{HtmlToken::Kind::refused, scanner.token(), base::lower(tag.name), offset};
  const HtmlElement* element = find_element(token.name);
  const bool is_bare = base::trim(tag.attributes).empty();
  if (!element || tag.is_unfinished) return token;
  if (tag.closes ? element->is_void || !is_bare : tag.closes_itself && !element->is_void) return token;
  token.kind = element->is_void ? HtmlToken::Kind::empty : tag.closes ? HtmlToken::Kind::close : HtmlToken::Kind::open;
  token.element = element;
  token.attributes = token.text.substr(1 + tag.closes + token.name.size());
  token.attributes.remove_suffix(1);
  return token;
}

// Whether the attribute is part of the Link or Image that the tag makes.
bool is_of_link(const HtmlToken& token, std::string_view name) {
  if (token.name == "img") return base::has_word("src alt title", name);
  if (token.name == "iframe") return base::has_word("src title", name);
  return is_link(token) && base::has_word("href title", name);
}

}  // namespace

bool is_link(const HtmlToken& token) {
  return token.name == "a" && markup::HtmlTag{.attributes = token.attributes}.has("href");
}

bool is_code_element(std::string_view name) { return base::has_word("code kbd pre samp tt var", name); }

std::vector<PublishedAttribute> published_attributes(const HtmlToken& token, std::vector<std::string>* dropped) {
  std::vector<PublishedAttribute> published;
  std::vector<std::string> names;
  std::string_view before = token.attributes;
  markup::HtmlAttributes attributes(token.attributes);
  for (markup::HtmlAttribute attribute; attributes.next(attribute); before = attributes.rest()) {
    std::string name = base::lower(attribute.name);
    if (is_of_link(token, name)) continue;
    if (token.name == "a" && name == "name") name = "id";
    // Browsers use the first of several attributes with the same name.
    if (std::find(names.begin(), names.end(), name) != names.end()) continue;
    names.push_back(name);
    std::string value = markup::unescaped(attribute.value.value_or(""));
    if (is_published(*token.element, name, value) || (name == "class" && !is_link(token)))
      published.push_back(
          {std::move(name), std::move(value), before.substr(0, before.size() - attributes.rest().size())});
    else if (dropped && name != "markdown")  // other programs read Markdown in the element because of it, as we do
      dropped->push_back(std::move(name));
  }
  return published;
}

std::string_view tag_end(const HtmlToken& token) {
  std::string_view end = token.attributes;
  markup::HtmlAttributes attributes(token.attributes);
  for (markup::HtmlAttribute attribute; attributes.next(attribute);) end = attributes.rest();
  return end;
}

std::vector<HtmlToken> html_tokens(std::string_view html) {
  std::vector<HtmlToken> tokens;
  size_t at = 0;
  while (at < html.size()) {
    size_t open = html.find('<', at);
    if (open == std::string_view::npos) open = html.size();
    if (open > at) tokens.push_back({HtmlToken::Kind::text, html.substr(at, open - at), "", at});
    if (open == html.size()) break;
    std::string_view rest = html.substr(open);
    if (rest.starts_with("<!--")) {
      size_t end = rest.find("-->", 4);
      HtmlToken::Kind kind = end == std::string_view::npos ? HtmlToken::Kind::refused : HtmlToken::Kind::comment;
      size_t size = end == std::string_view::npos ? rest.size() : end + 3;
      tokens.push_back({kind, rest.substr(0, size), "!--", open});
      at = open + size;
      continue;
    }
    // Tags end where the scanner ends them, which is where browsers do: a tag that is published as written is the one
    // that was checked. Other markup that begins with "<", such as <!DOCTYPE>, is refused up to the next ">".
    markup::HtmlScanner scanner(rest);
    if (begins_tag(rest) && scanner.next())
      tokens.push_back(tag_token(scanner, open));
    else
      tokens.push_back(
          {HtmlToken::Kind::refused, rest.substr(0, std::min(rest.find('>'), rest.size() - 1) + 1), "", open});
    at = open + tokens.back().text.size();
  }
  return tokens;
}

std::string expected_tag(const HtmlToken& token) {
  const HtmlElement* element = token.kind == HtmlToken::Kind::refused ? find_element(token.name) : nullptr;
  if (element && token.text.starts_with("</")) return fmt::format("<{}{}>", element->is_void ? "" : "/", token.name);
  if (element && token.text.ends_with("/>"))
    return fmt::format("<{}>, without the slash, and </{}> at its end", token.name, token.name);
  return "Markdown, or an element that needs no script and no style";
}

std::string html_alternative(const HtmlToken& token) {
  static constexpr std::pair<std::string_view, std::string_view> kInstead[] = {
      {"picture", "![what it shows](address)"},
      {"iframe", "<iframe src=\"https://…\" title=\"what it shows\"></iframe>, or a link"},
      {"audio embed object video", "a link: [what it shows](address)"},
      {"h1", "# Heading"},
      {"h2", "## Heading"},
      {"h3", "### Heading"},
      {"h4", "#### Heading"},
      {"h5", "##### Heading"},
      {"h6", "###### Heading"},
      {"math", "$`…`$ or a ```math block"},
      {"svg", "a ```chart block, or an image file"},
      {"!--", "a comment that ends with -->"},
  };
  for (const auto& [names, instead] : kInstead)
    if (base::has_word(names, token.name)) return "write " + std::string(instead);
  if (base::has_word("script style link", token.name))
    return "pages cannot contain " + token.name + " elements; put what all pages need in templates/";
  if (base::has_word("button form input label select textarea", token.name)) return "delete it: pages have no forms";
  if (find_element(token.name) && token.text.ends_with("/>"))
    return "browsers ignore the slash, and take what follows into the element";
  return "delete it; for literal text, put it between backticks or write &lt; for <";
}

void append_as_written(std::string& out, std::string_view text) {
  while (!text.empty()) {
    const std::string_view before = text;
    std::string character;
    if (text[0] == '&')
      character = markup::take_reference(text);
    else
      base::append_code_point(character, base::take_code_point(text));
    const std::string_view written = before.substr(0, before.size() - text.size());
    const std::string escaped = markup::escape(character);
    // Browsers also read some references without ";", which our checks do not read: an "&5" must not become one.
    if (written == "&" || written == "<" || escaped == "\uFFFD")
      out += escaped;
    else
      out += written;
  }
}

}  // namespace document
