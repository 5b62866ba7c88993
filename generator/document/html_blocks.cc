// Finds Markdown between the tags of HTML blocks.
#include <algorithm>

#include "base/text.h"
#include "document/converter.h"

namespace document {
namespace {

bool is_word_byte(char c) { return base::is_letter(c) || base::is_digit(c) || (static_cast<unsigned char>(c) & 0x80); }

// Whether the marks of emphasis touch no word outside them. "2*3*4" is a product.
bool is_meant_emphasis(std::string_view all, std::string_view inside) {
  if (inside.data() < all.data() || inside.data() + inside.size() >= all.data() + all.size()) return true;
  const auto begin = static_cast<size_t>(inside.data() - all.data());
  const size_t end = begin + inside.size();
  return (begin < 2 || !is_word_byte(all[begin - 2])) && (end + 1 >= all.size() || !is_word_byte(all[end + 1]));
}

// Whether the node is Markdown that an author must have meant. `in_block` allows lists and other blocks: "1." in a cell
// or a paragraph is text.
bool is_markdown(const Document& document, NodeId id, std::string_view all, bool in_block) {
  const Node& node = document.node(id);
  switch (node.kind) {
    case Kind::link:
      return !document.links()[node.index].automatic;
    case Kind::image:
    case Kind::citation:
    case Kind::code:
    case Kind::math:
    case Kind::strong:
      return true;
    case Kind::emphasis: {
      const Node& child = document.node(node.child);
      return child.kind != Kind::text || child.next != 0 || is_meant_emphasis(all, child.literal());
    }
    case Kind::block_quote:
    case Kind::bullet_list:
    case Kind::ordered_list:
    case Kind::heading:
    case Kind::code_block:
    case Kind::table:
      return in_block;
    default:
      return false;
  }
}

void refuse_in(const HtmlToken& token, const RawHtml& raw, std::string_view element, base::Diagnostics& diagnostics) {
  const std::string_view text = base::trim(token.text);
  Text input{std::string(text), {}};
  const base::Span block = raw.span;
  const std::string_view file = block.source ? block.source->text() : std::string_view();
  if (text.data() >= file.data() && text.data() < file.data() + file.size()) {
    const auto begin = static_cast<uint32_t>(text.data() - file.data());
    input.span = {block.source, begin, begin + static_cast<uint32_t>(text.size())};
  }
  base::Diagnostics unused;
  const Document document = parse_inline(input, unused);
  const bool in_block = element == "details" || element == "div";
  base::Span at;
  walk(
      document.nodes(), 0,
      [&](NodeId id) {
        const Node& node = document.node(id);
        const bool has_place = node.kind != Kind::strong && node.kind != Kind::emphasis;
        if (!at && is_markdown(document, id, text, in_block))
          at = input.span ? document.span(has_place ? id : node.child) : block;
        return !at;
      },
      [](NodeId) {});
  for (const base::Diagnostic& each : unused.list())
    if (!at && (each.code == "broken-link-syntax" || each.code == "malformed-citation"))
      at = each.span ? each.span : block;
  if (!at) return;
  const bool is_summary = element == "summary";
  diagnostics
      .error("raw-html", at, "Markdown is not read within a block of HTML, so this would be published as it is written")
      .expect(is_summary ? "<summary>, a blank line, the text, a blank line, </summary>"
                         : "a blank line before and after the text")
      .suggest(element == "details" ? "put a blank line after </summary>, and before </details>"
                                    : "for literal text, write &#42; for *, &#91; for [ and &#96; for `");
}

}  // namespace

void refuse_markdown_in_html(const Document& document, base::Diagnostics& diagnostics) {
  for (const RawHtml& raw : document.raw_html()) {
    const Node& node = document.node(raw.node);
    if (node.kind != Kind::html_block || !(node.flags & Node::kAllowed)) continue;
    std::vector<std::string> open;
    for (const HtmlToken& token : html_tokens(raw.html, document.html_policy())) {
      if (token.kind == HtmlToken::Kind::open) open.push_back(token.name);
      if (token.kind == HtmlToken::Kind::close && !open.empty()) open.pop_back();
      const bool is_code = std::any_of(open.begin(), open.end(), is_code_element);
      if (token.kind == HtmlToken::Kind::text && !is_code && !base::trim(token.text).empty())
        refuse_in(token, raw, open.empty() ? std::string_view() : open.back(), diagnostics);
    }
  }
}

}  // namespace document
