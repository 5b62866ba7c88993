// FAQs: the list of all questions, and one page a question.
#include "pages/kinds.h"
#include "pages/page_values.h"

namespace pages {

void add_faq_values(KindContext& kind, document::Hooks*) {
  const site::Page& page = kind.page();
  if (page.kind == site::PageKind::answer) return;
  templates::List questions;
  for (const site::Page* question : kind.context.view.members(*page.section).pages) {
    if (!question->content()) continue;
    kind.context.view.content(*question->content());
    templates::Map map = link_value(*question, kind.context.view);
    questions.push(map.set("summary", markup::SafeHtml::text(question->content()->document().first_paragraph())));
  }
  kind.values.set("questions", std::move(questions)).set("print", print_link(kind.context.view));
}

}  // namespace pages
