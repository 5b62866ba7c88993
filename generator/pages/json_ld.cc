#include "pages/json_ld.h"

#include <algorithm>

#include "site/url.h"

namespace pages {
namespace {

using templates::List;
using templates::Map;

std::string_view type_of(const site::ThisPage& page) {
  using Kind = site::PageKind;
  if (page.source == site::kGlossary) return "DefinedTermSet";
  switch (page.kind) {
    case Kind::home:
      return "WebSite";
    case Kind::page:
    case Kind::comparison:
      return "Article";
    case Kind::lesson:
      return "LearningResource";
    case Kind::faq:
      return "FAQPage";
    case Kind::section:
    case Kind::sources:
      return "CollectionPage";
    case Kind::table:
    case Kind::chart:
    case Kind::resource:
      return "Dataset";
    case Kind::data:
      return "DataCatalog";
    case Kind::flow:
    case Kind::question:
    case Kind::outcome:
    case Kind::answer:
    case Kind::source:
    case Kind::contradictions:
    case Kind::print:
    case Kind::variant:
    case Kind::changes:
    case Kind::search:
    case Kind::redirect:
    case Kind::not_found:
      break;
  }
  return "WebPage";
}

// Adds the author and dates of a page, from the front matter.
void add_authorship(const document::FrontMatter& front, std::string_view type, Map& entity) {
  List authors, tags;
  for (const document::Text& author : front.authors)
    authors.push(Map().set("@type", "Person").set("name", author.text));
  for (const document::Text& tag : front.tags) tags.push(tag.text);
  if (!authors.empty()) entity.set("author", std::move(authors));
  if (!tags.empty()) entity.set("keywords", std::move(tags));
  if (!front.date.empty()) entity.set("datePublished", front.date.text);
  const std::string& changed = front.updated.empty() ? front.date.text : front.updated.text;
  if (!changed.empty()) entity.set("dateModified", changed);
  if (type == "Article") entity.set("headline", entity.find("name")->as_text());
}

// Returns the terms of a glossary: each heading, and the first paragraph below it.
List terms_of(const document::Document& document, const std::string& url) {
  List terms;
  for (const document::Heading& heading : document.headings()) {
    const document::NodeId next = document.node(heading.node).next;
    if (heading.level == 1 || next == 0 || document.node(next).kind != document::Kind::paragraph) continue;
    Map term;
    term.set("@type", "DefinedTerm").set("name", heading.text).set("description", document.plain_text(next));
    if (!url.empty()) term.set("url", url + "#" + site::encode_fragment(heading.id));
    terms.push(std::move(term));
  }
  return terms;
}

// Returns the question with the words of its answer.
Map question_entity(const site::PageLink& page, site::View& view) {
  Map answer, entity;
  answer.set("@type", "Answer").set("text", view.content_at(page.source)->document().plain_text(0));
  return entity.set("@type", "Question").set("name", page.title).set("acceptedAnswer", std::move(answer));
}

Map page_entity(KindContext& kind, const std::string& url) {
  const site::ThisPage& page = kind.page();
  const std::string_view type = type_of(page);
  const site::ShownConfig& config = kind.view.config();
  Map entity;
  entity.set("@type", type);
  if (!url.empty()) entity.set("@id", url).set("url", url);
  entity.set("name", page.title).set("inLanguage", config.lang);
  // The summary of a date's changes is as long as a paragraph, and the page begins with it.
  const std::string_view description = page.kind == site::PageKind::home      ? config.description
                                       : page.kind == site::PageKind::changes ? std::string_view()
                                                                              : page.description;
  if (!description.empty()) entity.set("description", description);
  if (page.kind == site::PageKind::home) return entity;
  Map whole;
  whole.set("@type", "WebSite").set("name", config.title);
  if (!config.base_url.empty()) whole.set("@id", config.base_url).set("url", config.base_url);
  entity.set("isPartOf", std::move(whole));
  if (const site::Content* content = kind.view.content()) add_authorship(content->front, type, entity);
  if (page.kind == site::PageKind::lesson)
    entity.set("learningResourceType", "lesson").set("timeRequired", "PT" + std::to_string(page.minutes) + "M");
  if (type == "Article" || type == "LearningResource") {
    if (List sources = cited_sources(kind.context); !sources.empty()) entity.set("citation", std::move(sources));
  }
  if (page.source == site::kGlossary) entity.set("hasDefinedTerm", terms_of(kind.view.content()->document(), url));
  if (page.kind == site::PageKind::answer) entity.set("mainEntity", question_entity(page.link(), kind.view));
  if (page.kind == site::PageKind::source) entity.set("mainEntity", source_entity(kind));
  if (page.kind == site::PageKind::faq) {
    List questions;
    for (std::string_view address : kind.view.members(*page.folder).pages)
      if (const auto question = kind.view.target(address); question && !question->source.empty())
        questions.push(question_entity(*question, kind.view));
    if (!questions.empty()) entity.set("mainEntity", std::move(questions));
  }
  add_dataset_facts(kind, entity);
  return entity;
}

// Returns the path from the home page to the page itself (https://schema.org/BreadcrumbList).
Map breadcrumb_list(View& view) {
  // In the breadcrumbs, the page with all rows of a table is below the page that shows some of them.
  const auto shown = view.page().folder ? std::nullopt : view.shown_block();
  std::vector<std::string_view> chain = view.above(shown ? shown->address : std::string_view(view.address()));
  if (shown) chain.push_back(shown->address);
  chain.emplace_back(view.address());
  List items;
  for (std::string_view address : chain) {
    Map item;
    item.set("@type", "ListItem").set("position", items.size() + 1).set("name", view.target(address)->title);
    items.push(std::move(item.set("item", site::absolute_url(view.config().base_url, address))));
  }
  Map list;
  return list.set("@type", "BreadcrumbList").set("itemListElement", std::move(items));
}

}  // namespace

void add_json_ld(KindContext& kind) {
  const site::ThisPage& page = kind.page();
  if (!site::has_own_words(page.kind)) return;
  const std::string& base_url = kind.view.config().base_url;
  const std::string url = base_url.empty() ? "" : site::absolute_url(base_url, page.address);
  List graph;
  graph.push(page_entity(kind, url));
  // The breadcrumb list needs a base URL, because its links are absolute.
  if (!base_url.empty() && page.kind != site::PageKind::home) graph.push(breadcrumb_list(kind.view));
  Map json_ld;
  kind.values.set("json_ld", std::move(json_ld.set("@context", "https://schema.org").set("@graph", std::move(graph))));
}

}  // namespace pages
