#include "pages/theme.h"

#include <fmt/format.h>

#include "pages/page_values.h"
#include "site/url.h"

namespace pages {
namespace {

templates::Map item(const site::Page& page, std::string_view from) {
  return titled_link(page.title, site::relative_link(from, page.address)).set("address", page.address);
}

templates::List children(const site::Section& section, std::string_view from) {
  templates::List list;
  if (section.pages.size() + section.sections.size() > site::kMaxChildren) return list;
  for (const site::Page* page : section.pages) list.push(item(*page, from));
  for (const site::Section* child : section.sections)
    if (child->index) list.push(item(*child->index, from));
  return list;
}

bool is_within(std::string_view folder, std::string_view section) {
  return folder == section || (folder.starts_with(section) && folder[section.size()] == '/');
}

// Returns the index of the separate section in which a page was written, which has its own menu; null if there is none.
// A section within another one keeps the menu of the site.
const site::Page* separate_index(const site::Site& site, std::string_view address) {
  const size_t search = site.config->search_of(address);
  const site::Section* section = search == 0 ? nullptr : site.section_of(site.config->separate_searches[search - 1]);
  const site::Page* index = section && section->folder.find('/') == std::string::npos ? section->index : nullptr;
  return index && index->kind == site::PageKind::section ? index : nullptr;
}

}  // namespace

Navigation::Navigation(const site::Site& site, const std::vector<site::MenuLink>& items) {
  for (const auto& page : site.pages) {
    std::string_view folder = site::folder_of(page->address);
    if (by_folder_.contains(folder)) continue;
    const site::Page* apart = separate_index(site, page->address);
    by_folder_.emplace(folder, see(apart ? std::vector{site::MenuLink{"", apart, ""}} : items, folder));
  }
}

templates::Value Navigation::see(const std::vector<site::MenuLink>& items, std::string_view folder) {
  std::string from = folder.empty() ? "x" : std::string(folder) + "/x";
  templates::List list;
  for (const site::MenuLink& each : items) {
    const site::Page* page = each.page;
    if (!page) {
      list.push(
          titled_link(each.title, each.href).set("address", "").set("open", false).set("children", templates::List()));
      continue;
    }
    templates::Map map = item(*page, from);
    if (!each.title.empty()) map.set("title", each.title);
    const site::Section* own = page->section && page->section->index == page ? page->section : nullptr;
    bool open = own && !own->folder.empty() && is_within(folder, own->folder);
    bool flow = page->kind == site::PageKind::flow;
    map.set("open", open).set("children", open && !flow ? children(*own, from) : templates::List());
    list.push(std::move(map));
  }
  return list;
}

const templates::Value* Navigation::seen_from(std::string_view folder) const {
  auto found = by_folder_.find(folder);
  return found == by_folder_.end() ? nullptr : &found->second;
}

templates::Value strings_value(const site::Words& words) {
  templates::Map map;
  std::string ages;  // of assets/age.js, in all plural forms: "days={count} days old|days_one=1 day old"
  for (const auto& [key, text] : words.all()) {
    map.set(key, text);
    if (constexpr std::string_view kAge = "age_"; key.starts_with(kAge))
      ages += fmt::format("{}{}={}", ages.empty() ? "" : "|", key.substr(kAge.size()), text);
  }
  map.set("age_words", std::move(ages));
  if (&words.locale() == &quantity::english()) map.set("lang", "en");  // also if the site's language has no texts
  return map;
}

templates::Value site_value(const site::Site& site, std::string mark, bool is_sourced) {
  const site::Config& config = *site.config;
  templates::Map map;
  map.set("title", config.title).set("short_title", config.short_title).set("description", config.description);
  map.set("lang", config.lang).set("scheme", config.scheme).set("has_style", config.has_style);
  map.set("frames", list_of(config.frames, [](const std::string& host) { return templates::Value(host); }));
  map.set("extra", config.extra.is_map() ? node_value(config.extra) : templates::Map());
  map.set("direction", site::direction_of(config.lang));
  const site::Repository repository = site::repository_of(config);
  map.set("base_url", config.base_url).set("owner", config.owner);
  map.set("repository", repository.home).set("repository_files", repository.files);
  map.set("mark", std::move(mark)).set("footer_text", config.footer_text);
  map.set("is_sourced", is_sourced);
  map.set("has_sources", !site.database->bibliography().sources().empty());
  map.set("has_data", !site.database->package().resources.empty());
  map.set("has_changes", !site.changes.empty());
  map.set("has_search", config.features.search);
  return map;
}

}  // namespace pages
