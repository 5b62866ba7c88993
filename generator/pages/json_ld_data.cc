// Sources and data in schema.org's vocabulary.

#include <array>
#include <set>
#include <utility>

#include "pages/json_ld.h"
#include "quantity/present.h"
#include "site/url.h"

namespace pages {
namespace {

using templates::List;
using templates::Map;

// Returns schema.org's type for a CSL type; CreativeWork if there is no better one.
std::string_view type_of(const data::Source& source) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 13> kTypes = {
      {{"webpage", "WebPage"},
       {"post", "WebPage"},
       {"post-weblog", "BlogPosting"},
       {"article", "Article"},
       {"article-journal", "ScholarlyArticle"},
       {"paper-conference", "ScholarlyArticle"},
       {"article-newspaper", "NewsArticle"},
       {"report", "Report"},
       {"book", "Book"},
       {"chapter", "Chapter"},
       {"thesis", "Thesis"},
       {"dataset", "Dataset"},
       {"software", "SoftwareSourceCode"}}};
  for (auto& [csl, type] : kTypes)
    if (source.type == csl) return type;
  return "CreativeWork";
}

Map named(std::string_view type, std::string_view name) {
  Map map;
  return map.set("@type", type).set("name", name);
}

Map short_entity(const data::Source& source) {
  Map entity = named(type_of(source), source.title);
  if (!source.url.empty()) entity.set("url", source.url);
  return entity;
}

std::string absolute(const site::ShownConfig& config, const std::string& address) {
  return config.base_url + site::encode_path(address);
}

// Returns the downloads; none without a base_url, because they need absolute addresses.
List downloads(const site::ShownConfig& config, const std::string& stem,
               std::initializer_list<std::string_view> types) {
  List list;
  if (config.base_url.empty()) return list;
  for (std::string_view type : types) {
    Map download;
    download.set("@type", "DataDownload").set("encodingFormat", type == "csv" ? "text/csv" : "application/json");
    list.push(std::move(download.set("contentUrl", absolute(config, stem + "." + std::string(type)))));
  }
  return list;
}

void set_list(Map& entity, std::string_view name, List list) {
  if (!list.empty()) entity.set(name, std::move(list));
}

List columns_of(const data::Resource& resource, site::View& view) {
  List columns;
  for (const data::ResourceField& each : resource.fields) {
    const quantity::Field& field = each.field;
    Map column = named("PropertyValue", field.title);
    if (!field.description.empty()) column.set("description", field.description);
    if (std::string unit = quantity::unit_label(field.unit, view.units()); !unit.empty()) column.set("unitText", unit);
    columns.push(std::move(column));
  }
  return columns;
}

// Returns the sources of the rows that the page shows, and the sources in the descriptor.
List sources_of(const data::Resource& resource, site::View& view) {
  List list;
  std::set<const data::Source*> known;
  const quantity::Frame* frame = view.frame(resource.name);
  for (size_t i = 0; frame && i < frame->refs.size(); ++i)
    for (const std::string& ref : frame->refs[i])
      if (auto provenance = view.provenance(ref); provenance && provenance->source)
        if (known.insert(provenance->source).second) list.push(short_entity(*provenance->source));
  for (const data::PackageSource& source : resource.sources) {
    Map entity = named("CreativeWork", source.title);
    if (site::is_external(source.path)) entity.set("url", source.path);
    if (!source.title.empty()) list.push(std::move(entity));
  }
  return list;
}

void add_resource(const data::Resource& resource, KindContext& kind, Map& entity) {
  set_list(entity, "isBasedOn", sources_of(resource, kind.view));
  set_list(entity, "variableMeasured", columns_of(resource, kind.view));
  if (!resource.as_of.empty()) entity.set("dateModified", resource.as_of);
  List licenses;
  for (const data::License& license : resource.licenses) {
    if (site::is_external(license.path)) {
      licenses.push(license.path);
      continue;
    }
    licenses.push(named("CreativeWork", license.title.empty() ? license.name : license.title));
  }
  set_list(entity, "license", std::move(licenses));
  set_list(entity, "distribution", downloads(kind.view.config(), "data/" + resource.name, {"csv", "json"}));
}

void add_catalog(KindContext& kind, Map& entity) {
  const site::ShownConfig& config = kind.view.config();
  List datasets;
  for (const data::Resource& resource : kind.view.package().resources) {
    Map dataset = named("Dataset", resource.title);
    if (!resource.description.empty()) dataset.set("description", resource.description);
    if (!config.base_url.empty()) dataset.set("url", absolute(config, "data/" + resource.name + ".html"));
    datasets.push(std::move(dataset));
  }
  set_list(entity, "dataset", std::move(datasets));
}

}  // namespace

List cited_sources(blocks::Context& context) {
  List list;
  for (const data::Source* source : context.references.sources()) list.push(short_entity(*source));
  return list;
}

Map source_entity(KindContext& kind) {
  const data::Source& source = *kind.view.source(kind.page().subject);
  Map entity = short_entity(source);
  List authors;
  for (const data::Name& author : source.authors)
    authors.push(named(author.literal.empty() ? "Person" : "Organization", author.text()));
  set_list(entity, "author", std::move(authors));
  if (!source.publisher.empty()) entity.set("publisher", named("Organization", source.publisher));
  if (source.issued.begin.year > 0 && source.issued.end.year == 0) entity.set("datePublished", source.issued.text());
  if (!source.version.empty()) entity.set("version", source.version);
  return entity;
}

void add_dataset_facts(KindContext& kind, Map& entity) {
  const site::PageKind page = kind.page().kind;
  const std::string subject(kind.page().subject);
  if (page == site::PageKind::data) return add_catalog(kind, entity);
  const site::ShownConfig& config = kind.view.config();
  if (page == site::PageKind::resource) {
    if (const data::Resource* resource = kind.view.package().find(subject)) add_resource(*resource, kind, entity);
    return;
  }
  if (page == site::PageKind::table) {
    set_list(entity, "distribution", downloads(config, "tables/" + subject, {"csv", "json"}));
  } else if (page == site::PageKind::chart) {
    set_list(entity, "distribution", downloads(config, "charts/" + subject, {"csv"}));
  } else {
    return;
  }
  set_list(entity, "isBasedOn", cited_sources(kind.context));
}

}  // namespace pages
