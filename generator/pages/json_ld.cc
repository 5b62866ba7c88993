#include "pages/json_ld.h"

#include <algorithm>

#include "pages/json_ld_data.h"
#include "site/url.h"

namespace pages {
namespace {

using templates::List;
using templates::Map;

constexpr std::string_view kGlossary = "glossary.md";

bool is_glossary(const site::Page& page) { return page.content() && page.content()->path == kGlossary; }

std::string_view type_of(const site::Page& page) {
  using Kind = site::PageKind;
  if (is_glossary(page)) return "DefinedTermSet";
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
    case Kind::changes:
    case Kind::search:
    case Kind::redirect:
    case Kind::not_found:
      break;
  }
  return "WebPage";
}

// Who wrote it, and when: what its author says.
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

// The words of a glossary: a heading, and the first paragraph below it.
List terms_of(const site::Page& page, const std::string& url) {
  const document::Document& document = page.content()->document();
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

Map page_entity(KindContext& kind, const std::string& url) {
  const site::Page& page = kind.page();
  const std::string_view type = type_of(page);
  const site::Config& config = kind.context.view.config();
  Map entity;
  entity.set("@type", type);
  if (!url.empty()) entity.set("@id", url).set("url", url);
  entity.set("name", page.title).set("inLanguage", config.lang);
  const std::string& description = page.kind == site::PageKind::home ? config.description : page.description();
  if (!description.empty()) entity.set("description", description);
  if (page.kind == site::PageKind::home) return entity;
  Map whole;
  whole.set("@type", "WebSite").set("name", config.title);
  if (!config.base_url.empty()) whole.set("@id", config.base_url).set("url", config.base_url);
  entity.set("isPartOf", std::move(whole));
  if (page.content()) add_authorship(page.content()->front, type, entity);
  if (page.kind == site::PageKind::lesson)
    entity.set("learningResourceType", "lesson").set("timeRequired", "PT" + std::to_string(page.minutes()) + "M");
  if (type == "Article" || type == "LearningResource") {
    if (List sources = cited_sources(kind.context); !sources.empty()) entity.set("citation", std::move(sources));
  }
  if (is_glossary(page)) entity.set("hasDefinedTerm", terms_of(page, url));
  if (page.kind == site::PageKind::answer) entity.set("mainEntity", question_entity(page, kind.context.view));
  if (page.kind == site::PageKind::source) entity.set("mainEntity", source_entity(kind));
  if (page.kind == site::PageKind::faq) {
    List questions;
    for (const site::Page* question : kind.context.view.members(*page.section).pages)
      if (question->content()) questions.push(question_entity(*question, kind.context.view));
    if (!questions.empty()) entity.set("mainEntity", std::move(questions));
  }
  add_dataset_facts(kind, entity);
  return entity;
}

// https://schema.org/BreadcrumbList, from the home page down to the page itself.
Map breadcrumb_list(site::View& view) {
  const site::Page& page = view.page();
  // All rows of a table: below the page that shows some.
  const site::Page* shown_on = page.section ? nullptr : shown_on_page(view);
  std::vector<const site::Page*> chain = view.above(shown_on ? *shown_on : page);
  if (shown_on) chain.push_back(shown_on);
  chain.push_back(&page);
  List items;
  for (const site::Page* each : chain) {
    view.target(each->address);
    Map item;
    item.set("@type", "ListItem").set("position", items.size() + 1).set("name", each->title);
    items.push(std::move(item.set("item", site::absolute_url(view.config().base_url, each->address))));
  }
  Map list;
  return list.set("@type", "BreadcrumbList").set("itemListElement", std::move(items));
}

}  // namespace

Map question_entity(const site::Page& page, site::View& view) {
  view.content(*page.content());
  Map answer, entity;
  answer.set("@type", "Answer").set("text", page.content()->document().plain_text(0));
  return entity.set("@type", "Question").set("name", page.title).set("acceptedAnswer", std::move(answer));
}

void add_json_ld(KindContext& kind) {
  const site::Page& page = kind.page();
  if (!page.has_own_words()) return;
  const std::string& base_url = kind.context.view.config().base_url;
  const std::string url = base_url.empty() ? "" : site::absolute_url(base_url, page.address);
  List graph;
  graph.push(page_entity(kind, url));
  // Without addresses it would say nothing.
  if (!base_url.empty() && page.kind != site::PageKind::home) graph.push(breadcrumb_list(kind.context.view));
  Map json_ld;
  kind.values.set("json_ld", std::move(json_ld.set("@context", "https://schema.org").set("@graph", std::move(graph))));
}

}  // namespace pages
