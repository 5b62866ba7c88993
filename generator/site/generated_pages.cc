// Adds the pages that the generator makes: lists, sources, resources, changes, search results.
#include <fmt/format.h>

#include "site/building.h"
#include "site/changes.h"

namespace site {
namespace {

// Adds a page unless an author has written it.
void add_unless_written(Building& building, const char* address, PageKind kind, std::string_view title,
                        const char* what) {
  if (!building.site.find(address)) building.add_page(address, kind, std::string(title), {}, what);
}

// Adds the list of dates with changes, and a page for each date.
void add_changes(Building& building) {
  if (building.site.changes.empty()) return;
  add_unless_written(building, "changes/index.html", PageKind::changes, building.words["changes_title"],
                     "the list of changes");
  for (const auto& file : building.site.changes) {
    const Changes& changes = *file;
    const std::string address = changes_address(changes.date);
    Page& page = building.add_page(
        address, PageKind::changes,
        changes.title.empty() ? building.words.fill("changes_on", {{"date", changes.date}}) : changes.title, {},
        fmt::format("the page of data/changes/{}.json", changes.date));
    page.subject = changes.date;
    page.lead = changes.summary;
  }
}

// Adds the pages of a resource's rows. The folder of the second and later pages redirects to the first page, because a
// reader may shorten their addresses.
void add_resource(const data::Resource& resource, Building& building) {
  const std::shared_ptr<const Evaluation>& shown = building.site.rows->shown.find(resource.name)->second;
  const size_t rows = shown->frames.find(resource.name)->second->rows();
  if (rows > kMaxRowsOnPage)
    building
        .add_page("data/" + resource.name + "/index.html", PageKind::redirect,
                  std::string(building.words["moved_title"]), resource.span,
                  fmt::format("the folder of the resource \"{}\"", resource.name))
        .subject = resource_address(resource.name);
  for (size_t number = 1; number == 1 || (number - 1) * kMaxRowsOnPage < rows; ++number) {
    const std::string title =
        number == 1 ? resource.title
                    : building.words.fill("page_number", {{"title", resource.title}, {"page", std::to_string(number)}});
    Page& page = building.add_page(resource_address(resource.name, number), PageKind::resource, title, resource.span,
                                   fmt::format("a page of the resource \"{}\"", resource.name));
    page.subject = resource.name;
    page.lead = number == 1 ? resource.description : "";
    page.evaluation = shown;
  }
}

void add_downloads(Building& building) {
  const auto& resources = building.site.database->package().resources;
  if (resources.empty()) return;
  add_unless_written(building, "data/index.html", PageKind::data, building.words["all_data"], "the list of downloads");
  building.site.addresses.claim("data/datapackage.json", "the descriptor of the data", {}, building.diagnostics);
  for (const data::Resource& resource : resources) {
    for (std::string_view type : {".csv", ".json"})
      building.site.addresses.claim("data/" + resource.name + std::string(type),
                                    fmt::format("the resource \"{}\"", resource.name), {}, building.diagnostics);
    if (building.site.database->find_table(resource.name)) add_resource(resource, building);
  }
}

}  // namespace

void add_generated(Building& building) {
  const Site& site = building.site;
  if (site.pages.empty()) return;
  add_unless_written(building, "index.html", PageKind::home, site.config->title, "the home page");
  for (const data::Source& source : site.database->bibliography().sources())
    building
        .add_page(source.address, PageKind::source, source.title, source.id_span,
                  fmt::format("the page of the source \"{}\"", source.id))
        .subject = source.id;
  if (!site.database->bibliography().sources().empty())
    add_unless_written(building, "sources/index.html", PageKind::sources, building.words["all_sources"],
                       "the list of sources");
  add_downloads(building);
  if (!site.database->contradictions().empty())
    add_unless_written(building, "contradictions.html", PageKind::contradictions,
                       building.words["contradictions_title"], "the list of contradictions");
  add_changes(building);
  if (site.config->features.search)
    add_unless_written(building, "search.html", PageKind::search, building.words["search_title"],
                       "the page of search results");
  building.add_page("404.html", PageKind::not_found, std::string(building.words["not_found_title"]), {},
                    "the page for missing addresses");
}

}  // namespace site
