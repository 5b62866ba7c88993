#include "blocks/term.h"

namespace blocks {
namespace {

constexpr std::string_view kGlossary = "glossary.md";

std::string first_paragraph_below(const document::Document& document, std::string_view anchor) {
  for (const document::Heading& heading : document.headings()) {
    if (heading.id != anchor) continue;
    const document::NodeId next = document.node(heading.node).next;
    return next != 0 && document.node(next).kind == document::Kind::paragraph ? document.plain_text(next) : "";
  }
  return "";
}

}  // namespace

std::string definition(std::string_view address, std::string_view anchor, Context& context) {
  const site::Page* glossary = context.view.site().page_of(kGlossary);
  if (!glossary || glossary == &context.view.page() || glossary->address != address || anchor.empty()) return "";
  std::string text = first_paragraph_below(glossary->content()->document, anchor);
  context.view.record("term:" + std::string(anchor), base::hash_bytes(text));
  return text;
}

markup::SafeHtml term_html(const std::string& href, const markup::SafeHtml& word, std::string_view definition) {
  markup::Writer out;
  out.open("span").attr("class", "term").open("a").url("href", href).html(word).close();
  return out.open("span").attr("class", "card").text(definition).close().close().take();
}

}  // namespace blocks
