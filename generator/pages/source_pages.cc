// The bibliography: the list of all sources, and a page for each source with its uses and how to cite it.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "blocks/references.h"
#include "pages/kinds.h"
#include "pages/page_values.h"
#include "site/url.h"

namespace pages {
namespace {

constexpr size_t kMaxUses = 200;

std::string authors_of(const data::Source& source) {
  std::string out;
  for (const data::Name& name : source.authors) out += (out.empty() ? "" : ", ") + name.text();
  return out;
}

const std::string& publisher_of(const data::Source& source) {
  return source.publisher.empty() ? source.container_title : source.publisher;
}

// Returns the source's id, or the name of its page if the id can't be used as an anchor.
std::string anchor_of(const data::Source& source) {
  if (std::ranges::all_of(source.id, [](char c) { return c > ' ' && c < 0x7F; })) return source.id;
  const std::string_view file = site::file_of(source.address);
  return std::string(file.substr(0, file.rfind('.')));
}

// Groups the sources by publisher, because people look for sources that way.
templates::List groups(KindContext& kind) {
  std::map<std::string, std::vector<SourceUses>> by_publisher;
  for (const SourceUses& each : kind.view.bibliography()) by_publisher[publisher_of(*each.source)].push_back(each);
  templates::List list;
  for (auto& [publisher, sources] : by_publisher) {
    std::sort(sources.begin(), sources.end(),
              [](const auto& a, const auto& b) { return a.source->title < b.source->title; });
    templates::List entries;
    for (const auto& [source, count] : sources) {
      const std::string anchor = anchor_of(*source);
      kind.context.ids.reserve(anchor);
      templates::Map map = titled_link(source->title, site::relative_link(kind.view.address(), source->address));
      const int year = source->issued.begin.year;
      entries.push(std::move(map.set("id", anchor).set("year", year ? std::to_string(year) : "").set("uses", count)));
    }
    list.push(templates::Map()
                  .set("title", publisher.empty() ? std::string(kind.context.words["no_publisher"]) : publisher)
                  .set("sources", std::move(entries)));
  }
  return list;
}

// Returns one entry for each page, {title, href, parts: [{title, href}]}. `parts` lists its tables and charts by their
// captions, each once.
templates::List uses_value(const std::vector<Use>& uses, const View& view) {
  templates::List list;
  const size_t end = std::min(uses.size(), kMaxUses);
  for (size_t i = 0; i < end;) {
    const Use& first = uses[i];
    std::string href = site::relative_link(view.address(), first.address);
    templates::List parts;
    std::set<std::string_view> named;
    size_t places = 0;
    for (; i < end && uses[i].address == first.address; ++i, ++places) {
      if (uses[i].part.empty() || !named.insert(uses[i].part).second) continue;
      parts.push(titled_link(uses[i].part, href + "#" + site::encode_fragment(uses[i].anchor)));
    }
    // If the only use has no caption, the entry itself links to it.
    if (places == 1 && parts.empty() && !first.anchor.empty()) href += "#" + site::encode_fragment(first.anchor);
    list.push(titled_link(first.title, href).set("parts", std::move(parts)));
  }
  return list;
}

// Returns the resources that contain rows from the source: {title, href, rows}.
templates::List data_from(std::string_view source, View& view) {
  templates::List list;
  for (const RowsFrom& from : view.rows_from(source))
    list.push(titled_link(from.title, site::relative_link(view.address(), site::resource_address(from.resource)))
                  .set("rows", from.rows));
  return list;
}

}  // namespace

void add_source_values(KindContext& kind) {
  if (kind.page().kind == site::PageKind::sources) {
    kind.values.set("groups", groups(kind));
    return;
  }
  const data::Source* source = kind.view.source(kind.page().subject);
  const std::vector<Use> uses = kind.view.uses(source->id);
  templates::Map map;
  map.set("id", source->id).set("title", source->title).set("authors", authors_of(*source));
  map.set("publisher", publisher_of(*source)).set("type", source->type).set("url", source->link());
  map.set("issued", source->issued.text()).set("accessed", source->accessed.text());
  map.set("version", source->version).set("note", source->note).set("license", source->license);
  map.set("status", blocks::status_html(*source, kind.context)).set("data", data_from(source->id, kind.view));
  kind.values.set("source", std::move(map)).set("uses", uses_value(uses, kind.view));
  kind.values.set("uses_shown", std::min(uses.size(), kMaxUses)).set("uses_total", uses.size());
  kind.values.set("citation", blocks::reference_text(*source, kind.context.words));
  kind.values.set("bibtex", bibtex(*source)).set("csl", std::string(source->csl()));
}

}  // namespace pages
