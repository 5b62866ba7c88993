#include "pages/theme.h"

#include "site/url.h"

namespace pages {
namespace {

// A section of more pages than this is a catalogue: its own page lists them, the navigation does not.
constexpr size_t kMostChildren = 60;

templates::Map item(const site::Page& page, std::string_view from) {
  templates::Map map;
  map.set("title", page.title).set("address", page.address).set("href", site::relative_link(from, page.address));
  return map;
}

templates::List children(const site::Section& section, std::string_view from) {
  templates::List list;
  if (section.pages.size() + section.sections.size() > kMostChildren) return list;
  for (const site::Page* page : section.pages) list.push(item(*page, from));
  for (const site::Section* child : section.sections)
    if (child->index) list.push(item(*child->index, from));
  return list;
}

bool is_within(std::string_view folder, std::string_view section) {
  return folder == section || (folder.starts_with(section) && folder[section.size()] == '/');
}

}  // namespace

Navigation::Navigation(const site::Site& site, const std::vector<const site::Page*>& items) {
  base::Hasher hasher;
  for (const auto& section : site.sections) {
    std::string from = section->folder.empty() ? "x" : section->folder + "/x";
    templates::List list;
    for (const site::Page* page : items) {
      templates::Map map = item(*page, from);
      const site::Section* own = page->section && page->section->index == page ? page->section : nullptr;
      bool open = own && !own->folder.empty() && is_within(section->folder, own->folder);
      bool flow = page->kind == site::PageKind::flow;
      map.set("open", open).set("children", open && !flow ? children(*own, from) : templates::List());
      hasher.add(page->title).add(page->address);
      list.push(std::move(map));
    }
    by_folder_.emplace(section->folder, std::move(list));
  }
  none_ = templates::List();
  hash_ = hasher.finish();
}

const templates::Value& Navigation::seen_from(const site::Page& page) const {
  auto found = by_folder_.find(site::folder_of(page.address));
  return found == by_folder_.end() ? none_ : found->second;
}

templates::Value strings_value(const site::Words& words) {
  templates::Map map;
  for (const auto& [key, text] : words.all()) map.set(key, text);
  return map;
}

templates::Value site_value(const site::Site& site) {
  const site::Config& config = *site.config;
  templates::Map map;
  map.set("title", config.title).set("description", config.description).set("lang", config.lang);
  map.set("base_url", config.base_url).set("repository", config.repository);
  map.set("has_sources", !site.database->bibliography().sources().empty());
  map.set("has_data", !site.database->package().resources.empty());
  return map;
}

}  // namespace pages
