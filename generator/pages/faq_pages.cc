// FAQs: the list of all questions, one page a question, and both as schema.org's FAQPage.
#include "pages/kinds.h"
#include "pages/page_values.h"

namespace pages {
namespace {

// https://developers.google.com/search/docs/appearance/structured-data/faqpage
templates::Value faq_page(const std::vector<const site::Page*>& questions, site::View& view) {
  templates::List entities;
  for (const site::Page* question : questions) {
    const document::Document& body = question->content()->document;
    view.record("file:" + question->content()->path, question->content()->file->hash);
    templates::Map answer;
    answer.set("@type", "Answer").set("text", body.plain_text(0));
    templates::Map entity;
    entity.set("@type", "Question").set("name", question->title).set("acceptedAnswer", std::move(answer));
    entities.push(std::move(entity));
  }
  templates::Map map;
  map.set("@context", "https://schema.org").set("@type", "FAQPage").set("mainEntity", std::move(entities));
  return map;
}

}  // namespace

void add_faq_values(KindContext& kind, document::Hooks*) {
  const site::Page& page = kind.page();
  if (page.kind == site::PageKind::answer) {
    kind.values.set("json_ld", faq_page({&page}, kind.context.view));
    return;
  }
  std::vector<const site::Page*> written;
  templates::List questions;
  for (const site::Page* question : page.section->pages) {
    if (!question->content()) continue;
    written.push_back(question);
    templates::Map map = link_value(*question, kind.context.view);
    questions.push(map.set("summary", markup::SafeHtml::text(question->content()->document.first_paragraph())));
  }
  kind.values.set("questions", std::move(questions)).set("print", print_link(kind.context.view));
  kind.context.view.read_list("questions", written);
  if (!written.empty()) kind.values.set("json_ld", faq_page(written, kind.context.view));
}

}  // namespace pages
