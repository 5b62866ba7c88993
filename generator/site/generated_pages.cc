// Adds the pages that the generator makes: lists, sources, resources, changes, search results.
#include <fmt/format.h>

#include "site/building.h"
#include "site/changes.h"

namespace site {
namespace {

class GeneratedPages {
 public:
  explicit GeneratedPages(Building& building) : building_(building), site_(building.site) {}

  void add() {
    if (site_.pages.empty()) return;
    if (!site_.find("index.html"))
      building_.add("index.html", PageKind::home, site_.config->title, {}, "the home page");
    for (const data::Source& source : site_.database->bibliography().sources())
      building_
          .add(source.address, PageKind::source, source.title, source.id_span,
               fmt::format("the page of the source \"{}\"", source.id))
          .subject = source.id;
    if (!site_.database->bibliography().sources().empty() && !site_.find("sources/index.html"))
      building_.add("sources/index.html", PageKind::sources, title("all_sources"), {}, "the list of sources");
    add_downloads();
    if (!site_.database->contradictions().empty() && !site_.find("contradictions.html"))
      building_.add("contradictions.html", PageKind::contradictions, title("contradictions_title"), {},
                    "the list of contradictions");
    add_changes();
    if (site_.config->features.search && !site_.find("search.html"))
      building_.add("search.html", PageKind::search, title("search_title"), {}, "the page of search results");
    building_.add("404.html", PageKind::not_found, title("not_found_title"), {}, "the page for missing addresses");
  }

 private:
  std::string title(std::string_view key) const { return std::string(building_.words[key]); }

  // Adds the list of dates with changes, and a page for each date.
  void add_changes() {
    if (site_.changes.empty()) return;
    if (!site_.find("changes/index.html"))
      building_.add("changes/index.html", PageKind::changes, title("changes_title"), {}, "the list of changes");
    for (const auto& file : site_.changes) {
      const Changes& changes = *file;
      const std::string address = changes_address(changes.date);
      Page& page = building_.add(
          address, PageKind::changes,
          changes.title.empty() ? building_.words.fill("changes_on", {{"date", changes.date}}) : changes.title, {},
          fmt::format("the page of data/changes/{}.json", changes.date));
      page.subject = changes.date;
      page.lead = changes.summary;
      if (!changes.is_long()) continue;
      building_
          .add(change_list_address(changes.date), PageKind::changes,
               building_.words.fill("changes_all_title", {{"title", page.title}}), {},
               fmt::format("the list of data/changes/{}.json", changes.date))
          .subject = changes.date;
    }
  }

  void add_downloads() {
    const auto& resources = site_.database->package().resources;
    if (resources.empty()) return;
    if (!site_.find("data/index.html"))
      building_.add("data/index.html", PageKind::data, title("all_data"), {}, "the list of downloads");
    site_.addresses.claim("data/datapackage.json", "the descriptor of the data", {}, building_.diagnostics);
    for (const data::Resource& resource : resources) {
      for (std::string_view type : {".csv", ".json"})
        site_.addresses.claim("data/" + resource.name + std::string(type),
                              fmt::format("the resource \"{}\"", resource.name), {}, building_.diagnostics);
      if (site_.database->find_table(resource.name)) add_resource(resource);
    }
  }

  void add_resource(const data::Resource& resource) {
    const std::shared_ptr<const Evaluation>& shown = site_.rows->shown.find(resource.name)->second;
    const size_t rows = shown->frames.find(resource.name)->second->rows();
    for (size_t number = 1; number == 1 || (number - 1) * kMaxRowsOnPage < rows; ++number) {
      const std::string title =
          number == 1
              ? resource.title
              : building_.words.fill("page_number", {{"title", resource.title}, {"page", std::to_string(number)}});
      Page& page = building_.add(resource_address(resource.name, number), PageKind::resource, title, resource.span,
                                 fmt::format("a page of the resource \"{}\"", resource.name));
      page.subject = resource.name;
      page.lead = number == 1 ? resource.description : "";
      page.evaluation = shown;
    }
  }

  Building& building_;
  Site& site_;
};

}  // namespace

void add_generated(Building& building) { GeneratedPages(building).add(); }

}  // namespace site
