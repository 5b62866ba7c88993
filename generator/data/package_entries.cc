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

using notation::Kind;
using notation::Node;
using notation::Reader;
using namespace notation::kinds;

// A link in the first of some keys that has one.
notation::Value<NamedWork> link() {
  return {notation::kText, [](Reader& from, std::string_view key, NamedWork& to) {
            if (std::string given = read_link(from, key, from.diagnostics()); to.path.empty()) to.path = given;
          }};
}

std::vector<NamedWork> read_works(Reader& reader, std::string_view key) {
  std::vector<NamedWork> works;
  if (const Node* list = reader.list(key))
    for (const Node& node : list->items) works.push_back(work_format().read(node, reader.diagnostics()));
  return works;
}

// Reads "sources": either "none" with a "reason", or a list as in the standard.
void read_sources_of(Resource& resource, Reader& reader, base::Diagnostics& diagnostics) {
  const Node* sources = reader.node("sources");
  const bool none = sources && !sources->is_list() && !sources->is_map() && sources->text == "none";
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
  resource.sources = read_works(reader, "sources");
  for (NamedWork& source : resource.sources)  // a source without a title is called by its name or address
    if (source.title.empty()) source.title = source.name.empty() ? source.path : source.name;
  std::erase_if(resource.sources, [](const NamedWork& source) { return source.title.empty(); });
  resource.sources_span = reader.span_of("sources");
}

// Returns one entry in CSL-JSON for all sources of a resource, since a row has only one source.
Node csl_of(const std::string& id, const Resource& resource) {
  const base::Span span = resource.sources_span;
  const auto string = [&](const std::string& text) { return Node{Kind::string, span, text, {}, {}}; };
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
  Node csl{Kind::map, span, "", {}, {}};
  const auto add = [&](Node& map, std::string_view key, const std::string& text) {
    if (!text.empty()) map.entries.push_back({std::string(key), span, string(text)});
  };
  add(csl, "id", id);
  add(csl, "type", "dataset");
  add(csl, "title", base::join(titles, "; "));
  add(csl, "URL", url);
  add(csl, "issued", resource.sources[0].issued);
  Node authors{Kind::list, span, "", {}, {}};
  for (const std::string& name : resource.sources[0].authors)
    add(authors.items.emplace_back(Node{Kind::map, span, "", {}, {}}), "literal", name);
  if (!authors.items.empty()) csl.entries.push_back({"author", span, std::move(authors)});
  add(csl, "version", resource.sources.size() == 1 ? resource.sources[0].version : "");
  add(csl, "note", resource.sources.size() == 1 ? "" : base::join(links, "; "));
  Node custom{Kind::map, span, "", {}, {}};
  add(custom, "license", base::join(licenses, ", "));
  if (!custom.entries.empty()) csl.entries.push_back({"custom", span, std::move(custom)});
  return csl;
}

}  // namespace

const notation::Format<NamedWork>& work_format() {
  static const notation::Format<NamedWork> format{
      "this source or licence",
      {
          {"title", text(&NamedWork::title), "the name", "Its title."},
          {"path", link(), "none", "Its address."},
          {"name", text(&NamedWork::name), "none", "A short name, such as `CC0-1.0`."},
          {"version", text(&NamedWork::version), "none", "The edition of a source."},
          {"web", link(), "none", "As `path`, in drafts of the standard."},
          {"url", link(), "none", "As `path`, in drafts of the standard."},
          {"id", text(&NamedWork::id), "none", "As `name` of a licence, in drafts of the standard."},
      },
      {.ignored = "email"}};
  return format;
}

void read_origin(Resource& resource, Reader& reader, base::Diagnostics& diagnostics) {
  read_sources_of(resource, reader, diagnostics);
  resource.licenses = read_works(reader, "licenses");
  for (NamedWork& license : resource.licenses)
    if (license.name.empty()) license.name = license.id;
}

std::vector<std::string> read_contributors(Reader& reader) {
  std::vector<std::string> names;
  if (const Node* list = reader.list("contributors"))
    for (const Node& node : list->items) {
      auto text = [&](std::string_view key) { return node.find(key) ? node.find(key)->text : ""; };
      std::string name = text("title");
      if (name.empty()) name = text("givenName") + " " + text("familyName");
      if (!base::trim(name).empty()) names.emplace_back(base::trim(name));
    }
  return names;
}

std::optional<NamedWork> read_package_as_source(Reader& reader) {
  NamedWork source{reader.text("name"), reader.text("title"), reader.text("homepage"), reader.text("version")};
  const std::string id = reader.text("id");
  if (source.title.empty()) source.title = source.name;
  if (!is_web_address(source.path)) source.path = id;
  source.authors = read_contributors(reader);
  const std::string created = reader.text("created").substr(0, std::string_view("2026-01-31").size());
  if (is_partial_date(created))
    source.issued = created;
  else if (!created.empty())
    reader.diagnostics()
        .warning("bad-date", reader.span_of("created"), fmt::format("\"{}\" is not a date, and is left out", created))
        .expect(std::string(kDateForm));
  return source.title.empty() || source.path.empty() ? std::nullopt : std::optional(std::move(source));
}

void add_entry(Package& package, Resource& resource) {
  const bool needs_source = std::ranges::any_of(resource.fields, [](const ResourceField& field) {
    return quantity::is_numeric(field.field.type) && field.own.source.empty();
  });
  if (!needs_source || resource.sources.empty() || !resource.source.empty()) return;
  std::string id = base::file_slug(resource.sources[0].title);
  if (id.empty()) id = resource.name;
  Node csl = csl_of(id, resource);
  auto same = std::ranges::find(package.entries, id, &PackageEntry::id);
  if (same != package.entries.end() && notation::to_json(same->csl) != notation::to_json(csl)) {
    id += "-" + resource.name;
    csl = csl_of(id, resource);
    same = std::ranges::find(package.entries, id, &PackageEntry::id);
  }
  if (same == package.entries.end()) package.entries.push_back({id, std::move(csl)});
  resource.is_found = true;
  resource.source = id;
  resource.source_span = resource.sources_span;
  if (resource.locator.empty() && resource.find("locator") < 0) resource.locator = resource.path;
}

}  // namespace data
