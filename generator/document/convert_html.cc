#include <fmt/format.h>

#include <algorithm>

#include "document/converter.h"

namespace document {

void Converter::enter_html_block(cmark_node* cmark) {
  NodeId id = add(Kind::html_block);
  auto [begin, end] = block_range(cmark);
  node(id).range = {static_cast<uint32_t>(begin), static_cast<uint32_t>(end)};
  node(id).index = static_cast<uint32_t>(document_.raw_html_.size());
  std::string_view literal = cmark_node_get_literal(cmark);
  std::string_view html = keep_at(literal, line_begin(cmark_node_get_start_line(cmark)));
  bool exact = html.data() >= input_.text.data() && html.data() < input_.text.data() + input_.text.size();
  size_t at = exact ? static_cast<size_t>(html.data() - input_.text.data()) : begin;
  document_.raw_html_.push_back({id, html, input_.span(begin, end)});
  if (check_html(html, at, exact, input_.span(begin, end), true)) node(id).flags |= Node::kAllowed;
}

void Converter::enter_html_inline(cmark_node* cmark) {
  std::string_view literal = cmark_node_get_literal(cmark);
  FoundText found = cursor_.html(literal);
  add_text(Kind::html_inline, literal, found);
  NodeId id = open_.back().last_child;
  NodeId block = 0;
  for (const Frame& open : open_)
    if (is_block(node(open.id).kind)) block = open.id;
  base::Span span = found.found ? input_.span(found.begin, found.end) : block_span(block);
  document_.raw_html_.push_back({id, node(id).literal(), span});
  if (check_html(node(id).literal(), found.begin, found.equal, span, false)) node(id).flags |= Node::kAllowed;
}

// Reports each tag that may not pass. `begin` is where `html` stands in the source, if `exact`.
bool Converter::check_html(std::string_view html, size_t begin, bool exact, base::Span span, bool block) {
  bool good = true;
  for (const HtmlToken& token : html_tokens(html)) {
    base::Span at = exact ? input_.span(begin + token.offset, begin + token.offset + token.text.size()) : span;
    check_tag(token, at, block, good);
  }
  html_broken_ = html_broken_ || (block && !good);
  return good;
}

void Converter::check_tag(const HtmlToken& token, base::Span span, bool block, bool& good) {
  using enum HtmlToken::Kind;
  if (token.kind == refused || (!block && is_block_tag(token.name) && (token.kind == open || token.kind == close))) {
    good = false;
    std::string help = token.kind == refused ? html_alternative(token)
                                             : fmt::format("put <{}> at the start of a line of its own", token.name);
    std::string_view shown = token.text.substr(0, token.text.find_first_of("\r\n"));
    diagnostics_
        .error("raw-html", span,
               fmt::format("raw HTML is not let through: {}{}", shown.substr(0, 60), shown.size() > 60 ? "…" : ""))
        .expect("Markdown, or one of <br> <sub> <sup> <kbd> <abbr> <details> <summary> without attributes")
        .suggest(help);
    return;
  }
  std::vector<OpenTag>& tags = block ? block_tags_ : inline_tags_;
  if (token.kind == open) {
    bool misplaced = token.name == "summary" && (tags.empty() || tags.back().name != "details");
    if (misplaced) {
      good = false;
      diagnostics_.error("unbalanced-html", span, "<summary> outside of <details>")
          .expect("<details><summary>…</summary>");
    }
    tags.push_back({token.name, span, open_.back().id});
    return;
  }
  if (token.kind != close) return;
  bool here = !tags.empty() && tags.back().container == open_.back().id;
  if (here && tags.back().name == token.name) {
    tags.pop_back();
    return;
  }
  good = false;
  html_broken_ = true;
  auto& error = diagnostics_.error("unbalanced-html", span, fmt::format("</{}> closes nothing here", token.name));
  if (here)
    error.expect(fmt::format("</{}>", tags.back().name)).note(tags.back().span, "which closes this");
  else
    error.expect(fmt::format("<{}> before it, in the same {}", token.name,
                             block ? "list item, quote or page" : "paragraph, emphasis or link"));
}

// Those that were opened in `container`, which ends here.
void Converter::close_tags(std::vector<OpenTag>& open, NodeId container) {
  for (; !open.empty() && open.back().container == container; open.pop_back()) {
    html_broken_ = true;
    diagnostics_.error("unbalanced-html", open.back().span, fmt::format("<{}> is never closed", open.back().name))
        .expect(fmt::format("</{}>", open.back().name));
  }
}

// One tag too many or too few and none is written, so that what is written stays balanced.
void Converter::drop_broken_html() {
  if (!html_broken_) return;
  for (const RawHtml& raw : document_.raw_html_) node(raw.node).flags &= static_cast<uint8_t>(~Node::kAllowed);
}

}  // namespace document
