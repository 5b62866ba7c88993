// The list of all questions of an FAQ.
#include "document/html_writer.h"
#include "pages/inset.h"
#include "pages/kinds.h"
#include "pages/page_values.h"

namespace pages {
namespace {

// Returns the first paragraph, with its sources.
markup::SafeHtml summary_of(const site::PageLink& page, KindContext& kind) {
  Inset answer(page.address, *kind.context.figures, kind);
  InsetHooks hooks(answer);
  const document::Document& text = answer.content().document();
  const document::NodeId first = text.first_paragraph_node();
  markup::SafeHtml html = first == 0 ? markup::SafeHtml() : document::write_inline(text, hooks, first);
  answer.record();
  return html;
}

}  // namespace

void add_faq_values(KindContext& kind) {
  kind.context.figures->stop_back_links();  // the links back would be too small to tap in such a long list
  templates::List questions;
  for (std::string_view address : kind.view.members(*kind.page().folder).pages) {
    const auto question = kind.view.target(address);
    if (!question || question->source.empty()) continue;
    templates::Map map = link_value(*question, kind.view);
    questions.push(map.set("summary", summary_of(*question, kind)));
  }
  kind.values.set("questions", std::move(questions)).set("print", print_link(kind.view));
}

}  // namespace pages
