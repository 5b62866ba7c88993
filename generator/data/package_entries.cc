// Turns the sources and licences that a package names into entries of the bibliography.
#include <fmt/format.h>

#include <algorithm>

#include "base/slug.h"
#include "base/text.h"
#include "data/dates.h"
#include "data/descriptor_parts.h"
#include "data/web_address.h"
#include "notation/json.h"

namespace data {
namespace {

using notation::json_text;
using notation::Node;
using notation::Reader;

// Reads a list of sources or licences, with the keys that drafts of the standard had.
std::vector<NamedWork> read_works(Reader& reader, std::string_view key, std::string_view what,
                                  base::Diagnostics& diagnostics) {
  std::vector<NamedWork> result;
  for_each_item(reader.list(key), what, Item::of_standard, diagnostics, [&](Reader& item, const Node&) {
    NamedWork work{item.text("name"), item.text("title"), read_link(item, "path", diagnostics), item.text("version")};
    if (const std::string id = item.text("id"); key == "licenses" && work.name.empty()) work.name = id;
    for (std::string_view draft : {"web", "url"})
      if (const std::string link = read_link(item, draft, diagnostics); work.path.empty()) work.path = link;
    accept_unused(item, {"email"});
    result.push_back(std::move(work));
  });
  return result;
}

// Reads "sources": either "none" with a "reason", or a list as in the standard.
void read_sources_of(Resource& resource, Reader& reader, base::Diagnostics& diagnostics) {
  const Node* sources = reader.node("sources");
  const bool none = sources != nullptr && !sources->is_list() && !sources->is_map() && sources->text == "none";
  resource.no_source = std::string(base::trim(reader.text("reason")));
  if (none && resource.no_source.empty()) {
    resource.no_source = "no reason";  // prevents the error that a source is missing
    diagnostics
        .error("missing-key", sources->span,
               fmt::format("\"{}\" has no sources, and no reason for that", resource.name))
        .expect("\"reason\": a sentence that readers see with each of its numbers");
  }
  if (none && !resource.source.empty())
    diagnostics
        .error("unknown-value", sources->span,
               fmt::format("\"{}\" has both a \"source\" and \"sources\": \"none\"", resource.name))
        .suggest("delete \"sources\": \"none\"");
  if (none) return;
  if (!resource.no_source.empty())
    diagnostics.error("unknown-key", reader.span_of("reason"), "\"reason\" requires \"sources\": \"none\"")
        .suggest("delete it, or add \"sources\": \"none\"");
  resource.no_source.clear();
  resource.sources = read_works(reader, "sources", "this source", diagnostics);
  for (NamedWork& source : resource.sources)  // a source without a title is called by its name or address
    if (source.title.empty()) source.title = source.name.empty() ? source.path : source.name;
  std::erase_if(resource.sources, [](const NamedWork& source) { return source.title.empty(); });
  resource.sources_span = reader.span_of("sources");
}

// Returns one entry for all sources of a resource, since a row has only one source.
std::string csl_of(const std::string& id, const Resource& resource) {
  std::vector<std::string> titles, links, licenses;
  std::string url;
  for (const NamedWork& source : resource.sources) {
    titles.push_back(source.title);
    links.push_back(source.path.empty() || source.path == source.title ? source.title
                                                                       : source.title + ": " + source.path);
    if (url.empty() && source.path.find("://") != std::string::npos) url = source.path;
  }
  for (const NamedWork& license : resource.licenses)
    licenses.push_back(license.name.empty() ? license.title : license.name);
  std::string out =
      fmt::format(R"({{"id": {}, "type": "dataset", "title": {})", json_text(id), json_text(base::join(titles, "; ")));
  auto add = [&](std::string_view key, const std::string& text) {
    if (!text.empty()) out += fmt::format(", \"{}\": {}", key, json_text(text));
  };
  add("URL", url);
  add("issued", resource.sources[0].issued);
  if (!resource.sources[0].authors.empty()) {
    std::vector<std::string> authors;
    for (const std::string& name : resource.sources[0].authors)
      authors.push_back(fmt::format(R"({{"literal": {}}})", json_text(name)));
    out += fmt::format(", \"author\": [{}]", base::join(authors, ", "));
  }
  add("version", resource.sources.size() == 1 ? resource.sources[0].version : "");
  add("note", resource.sources.size() == 1 ? "" : base::join(links, "; "));
  if (const std::string license = base::join(licenses, ", "); !license.empty())
    out += fmt::format(", \"custom\": {{\"license\": {}}}", json_text(license));
  return out + "}";
}

}  // namespace

void read_origin(Resource& resource, Reader& reader, base::Diagnostics& diagnostics) {
  read_sources_of(resource, reader, diagnostics);
  resource.licenses = read_works(reader, "licenses", "this licence", diagnostics);
}

std::optional<NamedWork> read_package_as_source(Reader& reader) {
  NamedWork source{reader.text("name"), reader.text("title"), reader.text("homepage"), reader.text("version")};
  const std::string id = reader.text("id");
  if (source.title.empty()) source.title = source.name;
  if (!is_web_address(source.path)) source.path = id;
  if (const Node* list = reader.list("contributors"))
    for (const Node& node : list->items) {
      auto text = [&](std::string_view key) { return node.find(key) ? node.find(key)->text : ""; };
      std::string name = text("title");
      if (name.empty()) name = text("givenName") + " " + text("familyName");
      if (!base::trim(name).empty()) source.authors.emplace_back(base::trim(name));
    }
  const std::string created = reader.text("created").substr(0, std::string_view("2026-01-31").size());
  if (is_partial_date(created)) source.issued = created;
  return source.title.empty() || source.path.empty() ? std::nullopt : std::optional(std::move(source));
}

void add_entry(Package& package, Resource& resource) {
  const bool needs_source = std::ranges::any_of(resource.fields, [](const ResourceField& field) {
    return quantity::is_numeric(field.field.type) && field.own.source.empty();
  });
  if (!needs_source || resource.sources.empty() || !resource.source.empty()) return;
  std::string id = base::file_slug(resource.sources[0].title);
  if (id.empty()) id = resource.name;
  std::string csl = csl_of(id, resource);
  auto same = std::ranges::find(package.entries, id, &PackageEntry::id);
  if (same != package.entries.end() && same->csl != csl) {
    id += "-" + resource.name;
    csl = csl_of(id, resource);
    same = std::ranges::find(package.entries, id, &PackageEntry::id);
  }
  if (same == package.entries.end()) package.entries.push_back({id, csl, resource.sources_span});
  resource.is_found = true;
  resource.source = id;
  resource.source_span = resource.sources_span;
  if (resource.locator.empty() && resource.find("locator") < 0) resource.locator = resource.path;
}

}  // namespace data
