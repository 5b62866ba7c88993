// The sources that a package names for its rows, as entries of the bibliography.
#include <fmt/format.h>

#include <algorithm>

#include "base/slug.h"
#include "base/text.h"
#include "data/descriptor_parts.h"
#include "notation/json.h"

namespace data {
namespace {

using notation::json_text;

// A row has one source: several are one entry, with all their titles and links.
std::string csl_of(const std::string& id, const Resource& resource) {
  std::vector<std::string> titles, links, licenses;
  std::string url;
  for (const PackageSource& source : resource.sources) {
    titles.push_back(source.title);
    links.push_back(source.path.empty() || source.path == source.title ? source.title
                                                                       : source.title + ": " + source.path);
    if (url.empty() && source.path.find("://") != std::string::npos) url = source.path;
  }
  for (const License& license : resource.licenses) licenses.push_back(license.name.empty() ? license.title : license.name);
  std::string out = fmt::format(R"({{"id": {}, "type": "dataset", "title": {})", json_text(id),
                                json_text(base::join(titles, "; ")));
  auto add = [&](std::string_view key, const std::string& text) {
    if (!text.empty()) out += fmt::format(", \"{}\": {}", key, json_text(text));
  };
  add("URL", url);
  add("version", resource.sources.size() == 1 ? resource.sources[0].version : "");
  add("note", resource.sources.size() == 1 ? "" : base::join(links, "; "));
  if (const std::string license = base::join(licenses, ", "); !license.empty())
    out += fmt::format(", \"custom\": {{\"license\": {}}}", json_text(license));
  return out + "}";
}

}  // namespace

void add_entry(Package& package, Resource& resource) {
  const bool needs_source = std::ranges::any_of(resource.fields, [](const ResourceField& field) {
    return quantity::is_numeric(field.field.type) && field.own.source.empty();
  });
  if (!needs_source || resource.sources.empty() || !resource.source.empty() || resource.find("source") >= 0) return;
  std::string id = base::file_slug(resource.sources[0].title);
  if (id.empty()) id = resource.name;
  auto has_id = [&](const PackageEntry& entry) { return entry.id == id; };
  std::string csl = csl_of(id, resource);
  auto same = std::ranges::find_if(package.entries, has_id);
  if (same != package.entries.end() && same->csl != csl) {
    id += "-" + resource.name;
    csl = csl_of(id, resource);
    same = std::ranges::find_if(package.entries, has_id);
  }
  if (same == package.entries.end()) package.entries.push_back({id, csl, resource.sources_span});
  resource.source = id;
  resource.source_span = resource.sources_span;
  if (resource.locator.empty() && resource.find("locator") < 0) resource.locator = resource.path;
}

}  // namespace data
