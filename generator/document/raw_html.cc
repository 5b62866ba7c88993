#include "document/raw_html.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "markup/html.h"
#include "markup/html_scanner.h"

namespace document {
namespace {

using base::is_digit;
using base::is_letter;

std::string tag_name(std::string_view tag) {
  size_t at = tag.starts_with("</") ? 2 : 1;
  std::string name;
  for (; at < tag.size() && (is_letter(tag[at]) || is_digit(tag[at]) || tag[at] == '-'); ++at)
    name += static_cast<char>(is_letter(tag[at]) ? tag[at] | 0x20 : tag[at]);
  return name;
}

// `tag` is from '<' to '>'.
HtmlToken tag_token(std::string_view tag, size_t offset, HtmlPolicy policy) {
  HtmlToken token{HtmlToken::Kind::refused, tag, tag_name(tag), offset};
  bool closing = tag.starts_with("</");
  std::string_view rest = tag.substr(1 + (closing ? 1 : 0) + token.name.size());
  rest.remove_suffix(1);
  bool slash = !closing && rest.ends_with('/');
  if (slash) rest.remove_suffix(1);
  const HtmlElement* element = find_html_element(token.name);
  const bool is_lenient = policy == HtmlPolicy::lenient;
  if (!element || (!is_lenient && (!element->is_strict || !base::trim(rest).empty()))) return token;
  if (closing ? element->is_void || !base::trim(rest).empty() : slash && !element->is_void) return token;
  token.kind = element->is_void ? HtmlToken::Kind::empty : closing ? HtmlToken::Kind::close : HtmlToken::Kind::open;
  token.element = element;
  token.attributes = rest;
  return token;
}

// Of the tag that `text` begins with, up to its '>', which may also be part of a quoted value; npos for none.
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

// Length of an entity or character reference at the start of `text`, which starts with '&'; 0 for none.
size_t entity_length(std::string_view text) {
  size_t end = text.substr(0, 40).find(';');
  if (end == std::string_view::npos || end < 2) return 0;
  std::string_view name = text.substr(1, end - 1);
  auto all = [](std::string_view part, auto&& test) {
    return !part.empty() && std::all_of(part.begin(), part.end(), test);
  };
  auto hex = [](char c) { return is_digit(c) || (is_letter(c) && (c | 0x20) <= 'f'); };
  bool good = false;
  if (name.starts_with("#x") || name.starts_with("#X"))
    good = all(name.substr(2), hex);
  else if (name.starts_with('#'))
    good = all(name.substr(1), is_digit);
  else
    good = is_letter(name[0]) && all(name, [](char c) { return is_letter(c) || is_digit(c); });
  return good ? end + 1 : 0;
}

}  // namespace

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
      {"b", "**bold**"},
      {"strong", "**bold**"},
      {"i", "*emphasis*"},
      {"em", "*emphasis*"},
      {"code", "`code`"},
      {"tt", "`code`"},
      {"samp", "`code`"},
      {"var", "*emphasis* or `code`"},
      {"pre", "a fenced block (```)"},
      {"del", "~~struck out~~"},
      {"s", "~~struck out~~"},
      {"strike", "~~struck out~~"},
      {"a", "[text](address)"},
      {"img", "![what it shows](address)"},
      {"picture", "![what it shows](address)"},
      {"hr", "---"},
      {"blockquote", "> quote"},
      {"ul", "- item"},
      {"ol", "1. item"},
      {"li", "- item"},
      {"h1", "# Heading"},
      {"h2", "## Heading"},
      {"h3", "### Heading"},
      {"h4", "#### Heading"},
      {"h5", "##### Heading"},
      {"h6", "###### Heading"},
      {"table", "a Markdown table (| a | b |), or a ```table block"},
      {"tr", "a Markdown table (| a | b |)"},
      {"td", "a Markdown table (| a | b |)"},
      {"th", "a Markdown table (| a | b |)"},
      {"p", "a blank line between paragraphs"},
      {"math", "$`…`$ or a ```math block"},
      {"svg", "a ```chart block, or an image file"},
      {"!--", "a comment that ends with -->"},
  };
  if (const HtmlElement* element = find_html_element(token.name); element && element->is_strict) {
    if (token.name == "br") return "write <br>";
    return "write <" + token.name + ">…</" + token.name + ">, without attributes";
  }
  for (auto& [name, instead] : kInstead)
    if (name == token.name) return "write " + std::string(instead);
  for (std::string_view active :
       {"script", "style", "iframe", "object", "embed", "form", "input", "button", "link", "video"})
    if (active == token.name)
      return "pages hold no " + token.name + " elements; what all pages need belongs into templates/";
  return "delete it; if it is meant as text, put it between backticks or write &lt; for <";
}

void append_html_text(std::string& out, std::string_view text) {
  while (!text.empty()) {
    size_t at = text.find('&');
    size_t entity = at == std::string_view::npos ? 0 : entity_length(text.substr(at));
    size_t plain = entity > 0 ? at : at == std::string_view::npos ? text.size() : at + 1;
    markup::append_escaped(out, text.substr(0, plain));
    const std::string_view reference = text.substr(plain, entity);
    // By its number a reference can name what no HTML may hold.
    if (reference.starts_with("&#"))
      markup::append_escaped(out, markup::unescaped(reference));
    else
      out += reference;
    text.remove_prefix(plain + entity);
  }
}

}  // namespace document
