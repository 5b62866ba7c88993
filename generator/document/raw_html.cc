#include "document/raw_html.h"

#include <algorithm>

#include "base/text.h"
#include "base/utf8.h"
#include "markup/html.h"
#include "markup/html_scanner.h"

namespace document {
namespace {

constexpr HtmlElement kElements[] = {
    {.names = "abbr kbd sub sup", .is_strict = true},
    {.names = "br", .is_strict = true, .is_void = true},
    {.names = "details", .is_strict = true, .is_block = true, .attributes = "open"},
    {.names = "summary", .is_strict = true, .is_block = true, .parents = "details"},
    {.names = "a b bdi bdo cite code dfn em i mark q ruby s samp small span strong u var"},
    {.names = "del ins time", .attributes = "datetime"},
    {.names = "rp rt", .parents = "ruby"},
    {.names = "img wbr", .is_void = true},
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
  if (name == "colspan" || name == "rowspan" || name == "span" || name == "start" || name == "value")
    return is_number(value);
  if (name == "scope") return base::has_word("row col rowgroup colgroup", value);
  if (name == "type") return base::has_word("1 a A i I", value);
  return true;  // open, reversed and datetime may have any value
}

std::string tag_name(std::string_view tag) {
  tag.remove_prefix(tag.starts_with("</") ? 2 : 1);
  const auto ends = [](char c) { return !base::is_letter(c) && !base::is_digit(c) && c != '-'; };
  return base::lower(tag.substr(0, static_cast<size_t>(std::find_if(tag.begin(), tag.end(), ends) - tag.begin())));
}

// Parses a tag; `tag` is its text from '<' to '>'.
HtmlToken tag_token(std::string_view tag, size_t offset, HtmlPolicy policy) {
  HtmlToken token{HtmlToken::Kind::refused, tag, tag_name(tag), offset};
  bool closing = tag.starts_with("</");
  std::string_view rest = tag.substr(1 + (closing ? 1 : 0) + token.name.size());
  rest.remove_suffix(1);
  bool slash = !closing && rest.ends_with('/');
  if (slash) rest.remove_suffix(1);
  const HtmlElement* element = find_element(token.name);
  const bool is_lenient = policy == HtmlPolicy::lenient;
  if (!element || (!is_lenient && (!element->is_strict || !base::trim(rest).empty()))) return token;
  if (closing ? element->is_void || !base::trim(rest).empty() : slash && !element->is_void) return token;
  token.kind = element->is_void ? HtmlToken::Kind::empty : closing ? HtmlToken::Kind::close : HtmlToken::Kind::open;
  token.element = element;
  token.attributes = rest;
  return token;
}

// Returns the size of the tag at the start of `text`, up to its '>', or npos if the tag has no end. A quoted value may
// contain a '>' too.
size_t tag_size(std::string_view text) {
  char quote = 0;
  for (size_t at = 1; at < text.size(); ++at) {
    if (quote != 0) {
      if (text[at] == quote) quote = 0;
    } else if (text[at] == '>') {
      return at + 1;
    } else if ((text[at] == '"' || text[at] == '\'') && text[at - 1] == '=') {
      quote = text[at];
    }
  }
  return std::string_view::npos;
}

}  // namespace

size_t reference_length(std::string_view text) {
  const size_t end = text.substr(0, 40).find(';');
  if (end == std::string_view::npos) return 0;
  std::string_view name = text.substr(1, end - 1);
  const bool is_number = name.starts_with('#');
  const bool is_hex = name.starts_with("#x") || name.starts_with("#X");
  name.remove_prefix(is_hex ? 2 : is_number ? 1 : 0);
  if (name.empty() || (!is_number && !base::is_letter(name[0]))) return 0;
  const auto is_part = [&](char c) {
    return is_hex ? base::is_hex(c) : base::is_digit(c) || (!is_number && base::is_letter(c));
  };
  return std::all_of(name.begin(), name.end(), is_part) ? end + 1 : 0;
}

bool is_code_element(std::string_view name) { return base::has_word("code kbd pre samp tt var", name); }

HtmlAttributeList published_attributes(const HtmlToken& token, std::vector<std::string>* dropped) {
  HtmlAttributeList published;
  markup::HtmlAttributes attributes(token.attributes);
  for (markup::HtmlAttribute attribute; attributes.next(attribute);) {
    std::string name = base::lower_case(attribute.name);
    if (token.name == "a" && name == "href") continue;
    if (token.name == "img" && (name == "src" || name == "alt")) continue;
    if (token.name == "a" && name == "name") name = "id";
    std::string value = markup::unescaped(attribute.value.value_or(""));
    const bool is_repeated =
        std::any_of(published.begin(), published.end(), [&](const auto& known) { return known.first == name; });
    if (is_repeated) continue;
    if (is_published(*token.element, name, value))
      published.emplace_back(std::move(name), std::move(value));
    else if (dropped)
      dropped->push_back(std::move(name));
  }
  return published;
}

std::vector<HtmlToken> html_tokens(std::string_view html, HtmlPolicy policy) {
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
    const size_t size = std::min(tag_size(rest), rest.size());
    if (rest[size - 1] != '>')
      tokens.push_back({HtmlToken::Kind::refused, rest, tag_name(rest), open});
    else
      tokens.push_back(tag_token(rest.substr(0, size), open, policy));
    at = open + size;
  }
  return tokens;
}

std::string html_alternative(const HtmlToken& token) {
  static constexpr std::pair<std::string_view, std::string_view> kInstead[] = {
      {"b strong", "**bold**"},
      {"i em", "*emphasis*"},
      {"code tt samp", "`code`"},
      {"var", "*emphasis* or `code`"},
      {"pre", "a fenced block (```)"},
      {"del s strike", "~~struck out~~"},
      {"a", "[text](address)"},
      {"img picture", "![what it shows](address)"},
      {"hr", "---"},
      {"blockquote", "> quote"},
      {"ul li", "- item"},
      {"ol", "1. item"},
      {"h1", "# Heading"},
      {"h2", "## Heading"},
      {"h3", "### Heading"},
      {"h4", "#### Heading"},
      {"h5", "##### Heading"},
      {"h6", "###### Heading"},
      {"table", "a Markdown table (| a | b |), or a ```table block"},
      {"tr td th", "a Markdown table (| a | b |)"},
      {"p", "a blank line between paragraphs"},
      {"math", "$`…`$ or a ```math block"},
      {"svg", "a ```chart block, or an image file"},
      {"!--", "a comment that ends with -->"},
  };
  if (const HtmlElement* element = find_element(token.name); element && element->is_strict) {
    if (token.name == "br") return "write <br>";
    return "write <" + token.name + ">…</" + token.name + ">, without attributes";
  }
  if (token.name == "a" && !markup::HtmlTag{.name = token.name, .attributes = token.text}.has("href"))
    return "write {#name} after a heading: ## Title {#name}";
  for (const auto& [names, instead] : kInstead)
    if (base::has_word(names, token.name)) return "write " + std::string(instead);
  if (base::has_word("script style iframe object embed form input button link video", token.name))
    return "pages cannot contain " + token.name + " elements; put what all pages need in templates/";
  if (find_element(token.name)) return "delete it, or list this page in \"raw_html\" of data/site.json";
  return "delete it; for literal text, put it between backticks or write &lt; for <";
}

void append_html_text(std::string& out, std::string_view text) {
  while (!text.empty()) {
    size_t at = text.find('&');
    size_t entity = at == std::string_view::npos ? 0 : reference_length(text.substr(at));
    size_t plain = entity > 0 ? at : at == std::string_view::npos ? text.size() : at + 1;
    markup::append_escaped(out, text.substr(0, plain));
    const std::string_view reference = text.substr(plain, entity);
    // A numeric reference may mean a character that HTML forbids.
    if (reference.starts_with("&#"))
      markup::append_escaped(out, markup::unescaped(reference));
    else
      out += reference;
    text.remove_prefix(plain + entity);
  }
}

}  // namespace document
