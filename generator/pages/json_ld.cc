// Describes a page in schema.org's vocabulary as JSON-LD, for search engines and other programs. Its ids and addresses
// are absolute, so a site without a base_url has no JSON-LD.
#include <algorithm>
#include <set>
#include <utility>

#include "base/text.h"
#include "pages/kinds.h"
#include "pages/page_values.h"
#include "quantity/present.h"
#include "site/rows.h"
#include "site/url.h"

namespace pages {
namespace {

using templates::List;
using templates::Map;

// Returns schema.org's type for a CSL type; CreativeWork if there is no better one.
std::string_view type_of(const data::Source& source) {
  const std::string_view type = base::word_after(
      "webpage WebPage post WebPage post-weblog BlogPosting article Article article-journal ScholarlyArticle "
      "paper-conference ScholarlyArticle article-newspaper NewsArticle report Report book Book chapter Chapter "
      "thesis Thesis dataset Dataset software SoftwareSourceCode",
      source.type);
  return type.empty() ? "CreativeWork" : type;
}

// Adds a property unless its value is empty.
void set_unless_empty(Map& entity, std::string_view name, templates::Value value) {
  if (value.truthy()) entity.set(name, std::move(value));
}

Map named(std::string_view type, std::string_view name) { return Map().set("@type", type).set("name", name); }

Map short_entity(const data::Source& source) {
  Map entity = named(type_of(source), source.title);
  set_unless_empty(entity, "url", source.url);
  return entity;
}

std::string absolute(const site::Config& config, const std::string& address) {
  return config.base_url + site::encode_path(address);
}

// Returns the downloads; none without a base_url, because they need absolute addresses.
List downloads(const site::Config& config, const std::string& stem, std::initializer_list<std::string_view> types) {
  if (config.base_url.empty()) return {};
  return list_of(types, [&](std::string_view type) {
    return Map()
        .set("@type", "DataDownload")
        .set("encodingFormat", type == "csv" ? "text/csv" : "application/json")
        .set("contentUrl", absolute(config, stem + "." + std::string(type)));
  });
}

List columns_of(const data::Resource& resource, site::View& view) {
  return list_of(resource.fields, [&](const data::ResourceField& each) {
    Map column = named("PropertyValue", each.field.title);
    set_unless_empty(column, "description", each.field.description);
    set_unless_empty(column, "unitText", quantity::unit_label(each.field.unit, view.units()));
    return column;
  });
}

// Returns the sources of the rows that the page shows, and the sources in the descriptor. The first page of a resource,
// which search engines list, has the sources of all pages.
List sources_of(const data::Resource& resource, site::View& view) {
  List list;
  std::set<const data::Source*> known;
  std::set<uint32_t> sets;
  const quantity::Frame* frame = view.frame(resource.name);
  const size_t first = (site::page_of_resource(view.address()) - 1) * site::kMaxRowsOnPage;
  const size_t count = first == 0 ? site::kMaxRows : site::kMaxRowsOnPage;
  for (size_t row = first; frame && row < std::min(frame->rows(), first + count); ++row)
    for (size_t column = 0; column < frame->columns(); ++column)
      sets.insert(frame->cell_refs[row * frame->columns() + column]);
  for (const uint32_t set : sets)
    for (const std::string& ref : frame->refs[set])
      if (const site::Provenance* provenance = view.provenance(ref); provenance && provenance->source)
        if (known.insert(provenance->source).second) list.push(short_entity(*provenance->source));
  for (const data::NamedWork& source : resource.sources) {
    Map entity = named("CreativeWork", source.title);
    if (site::is_external(source.path)) entity.set("url", source.path);
    if (!source.title.empty()) list.push(std::move(entity));
  }
  return list;
}

void add_resource(const data::Resource& resource, KindContext& kind, Map& entity) {
  set_unless_empty(entity, "isBasedOn", sources_of(resource, kind.view));
  set_unless_empty(entity, "variableMeasured", columns_of(resource, kind.view));
  const data::Package& package = kind.view.package();
  set_unless_empty(entity, "temporalCoverage", resource.as_of);
  set_unless_empty(entity, "dateModified", kind.view.table_changed_on(resource.name));
  set_unless_empty(entity, "version", resource.editions.empty() ? package.version : resource.editions.back().version);
  // A descriptor does not say whether a contributor is a person or an organization, so these are names only.
  set_unless_empty(entity, "creator", list_of(package.contributors, [](const std::string& name) { return name; }));
  List licenses;
  for (const data::NamedWork& license : resource.licenses)
    if (site::is_external(license.path))
      licenses.push(license.path);
    else
      licenses.push(named("CreativeWork", license.title.empty() ? license.name : license.title));
  set_unless_empty(entity, "license", std::move(licenses));
  set_unless_empty(entity, "distribution", downloads(kind.view.config(), "data/" + resource.name, {"csv", "json"}));
}

void add_catalog(KindContext& kind, Map& entity) {
  const site::Config& config = kind.view.config();
  List datasets;
  for (const data::Resource& resource : kind.view.package().resources) {
    Map dataset = named("Dataset", resource.title);
    set_unless_empty(dataset, "description", resource.description);
    if (!config.base_url.empty()) dataset.set("url", absolute(config, "data/" + resource.name + ".html"));
    datasets.push(std::move(dataset));
  }
  set_unless_empty(entity, "dataset", std::move(datasets));
}

// Returns the sources that the page cites: [{"@type": …, "name", "url", …}].
List cited_sources(blocks::Context& context) {
  return list_of(context.references.sources(), [](const data::Source* source) { return short_entity(*source); });
}

// Returns the source that a source's page is about.
Map source_entity(KindContext& kind) {
  const data::Source& source = *kind.view.source(kind.page().subject);
  Map entity = short_entity(source);
  set_unless_empty(entity, "author", list_of(source.authors, [](const data::Name& author) {
                     return named(author.literal.empty() ? "Person" : "Organization", author.text());
                   }));
  if (!source.publisher.empty()) entity.set("publisher", named("Organization", source.publisher));
  const data::Date& issued = source.issued;
  const bool is_doubtful = issued.begin.is_circa || issued.begin.is_uncertain;
  if (issued.begin.year > 0 && issued.end.year == 0 && !issued.is_open && !is_doubtful)
    entity.set("datePublished", issued.text());
  set_unless_empty(entity, "version", source.version);
  return entity;
}

// Adds facts about data. Pages of resources, of whole tables and of chart data get sources, columns, licence and
// downloads. The list of downloads gets the resources. Other pages get nothing.
void add_dataset_facts(KindContext& kind, Map& entity) {
  const site::PageKind page = kind.page().kind;
  const std::string subject(kind.page().subject);
  if (page == site::PageKind::data) return add_catalog(kind, entity);
  const site::Config& config = kind.view.config();
  if (page == site::PageKind::resource) {
    if (const data::Resource* resource = kind.view.package().find(subject)) add_resource(*resource, kind, entity);
    return;
  }
  if (page == site::PageKind::table) {
    set_unless_empty(entity, "distribution", downloads(config, "tables/" + subject, {"csv", "json"}));
  } else if (page == site::PageKind::chart) {
    set_unless_empty(entity, "distribution", downloads(config, "charts/" + subject, {"csv"}));
  } else {
    return;
  }
  set_unless_empty(entity, "isBasedOn", cited_sources(kind.context));
}

std::string_view type_of(const site::Page& page) {
  if (page.source() == site::kGlossary) return "DefinedTermSet";
  const std::string_view type = base::word_after(
      "home WebSite page Article comparison Article lesson LearningResource faq FAQPage section CollectionPage sources "
      "CollectionPage table Dataset chart Dataset resource Dataset data DataCatalog",
      site::kind_name(page.kind));
  return type.empty() ? "WebPage" : type;
}

// Adds the author and dates of a page, from the front matter.
void add_authorship(const document::FrontMatter& front, std::string_view type, Map& entity) {
  set_unless_empty(entity, "author",
                   list_of(front.authors, [](const auto& each) { return named("Person", each.text); }));
  set_unless_empty(entity, "keywords", list_of(front.tags, [](const auto& tag) { return tag.text; }));
  set_unless_empty(entity, "datePublished", front.date.text);
  set_unless_empty(entity, "dateModified", front.updated.empty() ? front.date.text : front.updated.text);
  if (type == "Article") entity.set("headline", entity.find("name")->as_text());
}

// Returns the terms of a glossary: each heading, and the first paragraph below it.
List terms_of(const document::Document& document, const std::string& url) {
  List terms;
  for (const document::Heading& heading : document.headings()) {
    const document::NodeId next = document.node(heading.node).next;
    if (heading.level == 1 || next == 0 || document.node(next).kind != document::NodeKind::paragraph) continue;
    Map term = named("DefinedTerm", heading.text).set("description", document.plain_text(next));
    if (!url.empty()) term.set("url", url + "#" + site::encode_fragment(heading.id));
    terms.push(std::move(term));
  }
  return terms;
}

// Returns the question with the words of its answer.
Map question_entity(const site::Page& page) {
  const std::string answer = page.content()->document().plain_text(0);
  return named("Question", page.title).set("acceptedAnswer", Map().set("@type", "Answer").set("text", answer));
}

Map page_entity(KindContext& kind, const std::string& url) {
  const site::Page& page = kind.page();
  const std::string_view type = type_of(page);
  const site::Config& config = kind.view.config();
  Map entity;
  entity.set("@type", type);
  set_unless_empty(entity, "@id", url);
  set_unless_empty(entity, "url", url);
  entity.set("name", page.title).set("inLanguage", config.lang);
  // The summary of a date's changes is as long as a paragraph, and the page begins with it.
  const std::string_view description = page.kind == site::PageKind::home      ? config.description
                                       : page.kind == site::PageKind::changes ? std::string_view()
                                                                              : page.description();
  set_unless_empty(entity, "description", description);
  if (page.kind == site::PageKind::home) return entity;
  Map whole = named("WebSite", config.title);
  set_unless_empty(whole, "@id", config.base_url);
  set_unless_empty(whole, "url", config.base_url);
  entity.set("isPartOf", std::move(whole));
  if (const site::Content* content = kind.view.content()) add_authorship(content->front, type, entity);
  if (page.kind == site::PageKind::lesson)
    entity.set("learningResourceType", "lesson").set("timeRequired", "PT" + std::to_string(page.minutes()) + "M");
  if (type == "Article" || type == "LearningResource")
    set_unless_empty(entity, "citation", cited_sources(kind.context));
  if (page.source() == site::kGlossary) entity.set("hasDefinedTerm", terms_of(kind.view.content()->document(), url));
  if (page.kind == site::PageKind::answer) entity.set("mainEntity", question_entity(page));
  if (page.kind == site::PageKind::source) entity.set("mainEntity", source_entity(kind));
  if (page.kind == site::PageKind::faq) {
    List questions;
    for (std::string_view address : kind.view.members(page.folder()).pages)
      if (const auto question = kind.view.target(address); question && question->content())
        questions.push(question_entity(*question));
    set_unless_empty(entity, "mainEntity", std::move(questions));
  }
  add_dataset_facts(kind, entity);
  return entity;
}

// Returns the path from the home page to the page itself (https://schema.org/BreadcrumbList).
Map breadcrumb_list(View& view) {
  // In the breadcrumbs, the page with all rows of a table is below the page that shows some of them.
  const auto shown = view.page().section ? std::nullopt : view.shown_block();
  std::vector<std::string_view> chain = view.above(shown ? shown->address : std::string_view(view.address()));
  if (shown) chain.push_back(shown->address);
  chain.emplace_back(view.address());
  List items;
  for (std::string_view address : chain)
    items.push(Map()
                   .set("@type", "ListItem")
                   .set("position", items.size() + 1)
                   .set("name", view.target(address)->title)
                   .set("item", site::absolute_url(view.config().base_url, address)));
  return Map().set("@type", "BreadcrumbList").set("itemListElement", std::move(items));
}

}  // namespace

void add_json_ld(KindContext& kind) {
  const site::Page& page = kind.page();
  if (!site::has_own_words(page.kind)) return;
  const std::string& base_url = kind.view.config().base_url;
  const std::string url = base_url.empty() ? "" : site::absolute_url(base_url, page.address);
  List graph;
  graph.push(page_entity(kind, url));
  // The breadcrumb list needs a base URL, because its links are absolute.
  if (!base_url.empty() && page.kind != site::PageKind::home) graph.push(breadcrumb_list(kind.view));
  kind.values.set("json_ld", Map().set("@context", "https://schema.org").set("@graph", std::move(graph)));
}

}  // namespace pages
