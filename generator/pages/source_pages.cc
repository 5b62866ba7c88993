// The bibliography: all sources, and for each one what rests on it and how to cite it.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "blocks/references.h"
#include "pages/ask.h"
#include "pages/bibtex.h"
#include "pages/kinds.h"
#include "pages/page_values.h"
#include "site/url.h"

namespace pages {
namespace {

constexpr size_t kMostBacklinks = 200;

size_t count_uses(const Backlinks& backlinks, std::string_view id) {
  auto found = backlinks.find(id);
  return found == backlinks.end() ? 0 : found->second.size();
}

std::string authors_of(const data::Source& source) {
  std::string out;
  for (const data::Name& name : source.authors) out += (out.empty() ? "" : ", ") + name.text();
  return out;
}

// Grouped by publisher, which is how people look for a source.
templates::List groups(KindContext& kind) {
  std::map<std::string, std::vector<const data::Source*>> by_publisher;
  for (const data::Source& source : kind.site().database->bibliography().sources())
    by_publisher[source.publisher.empty() ? source.container_title : source.publisher].push_back(&source);
  templates::List list;
  for (auto& [publisher, sources] : by_publisher) {
    std::sort(sources.begin(), sources.end(), [](auto* a, auto* b) { return a->title < b->title; });
    templates::List entries;
    for (const data::Source* source : sources) {
      templates::Map map;
      kind.context.ids.reserve(source->id);
      map.set("id", source->id).set("title", source->title).set("publisher", publisher);
      map.set("year", source->issued.year ? std::to_string(source->issued.year) : "");
      map.set("href", site::relative_link(kind.page().address, blocks::source_address(source->id)));
      map.set("uses", count_uses(kind.backlinks, source->id));
      entries.push(std::move(map));
    }
    templates::Map group;
    list.push(group.set("title", publisher.empty() ? std::string(kind.theme.words["no_publisher"]) : publisher)
                  .set("sources", std::move(entries)));
  }
  return list;
}

// One entry a page, {title, href, parts: [{title, href}]}: its tables and charts by their captions, each once. The
// first `kMostBacklinks` places are looked at.
templates::List uses(KindContext& kind, const data::Source& source) {
  templates::List list;
  auto found = kind.backlinks.find(source.id);
  if (found == kind.backlinks.end()) return list;
  const std::vector<Backlink>& backlinks = found->second;
  size_t end = std::min(backlinks.size(), kMostBacklinks);
  for (size_t i = 0; i < end;) {
    const site::Page* page = backlinks[i].page;
    std::string href = site::relative_link(kind.page().address, page->address);
    std::string first(backlinks[i].anchor);
    templates::List parts;
    std::set<std::string> named;
    size_t places = 0;
    for (; i < end && backlinks[i].page == page; ++i, ++places) {
      std::string title = part_title(kind.site(), backlinks[i]);
      if (title.empty() || !named.insert(title).second) continue;
      templates::Map part;
      part.set("title", title).set("href", href + "#" + site::encode_fragment(backlinks[i].anchor));
      parts.push(std::move(part));
    }
    // Where there is one place without a caption, straight to it.
    if (places == 1 && parts.empty() && !first.empty()) href += "#" + site::encode_fragment(first);
    templates::Map map;
    map.set("title", page->title).set("href", href).set("parts", std::move(parts));
    list.push(std::move(map));
  }
  return list;
}

// The resources with rows that come from it: {title, href, rows}.
templates::List data_from(KindContext& kind, const data::Source& source) {
  templates::List list;
  read_rows_from(source, kind.context.view);
  for (const data::RowCount& count : kind.site().database->rows_from(source)) {
    templates::Map map;
    map.set("title", count.resource->title).set("rows", count.rows);
    std::string address = site::resource_address(count.resource->name);
    list.push(map.set("href", site::relative_link(kind.page().address, address)));
  }
  return list;
}

void add_source(KindContext& kind) {
  const data::Source* source = kind.context.view.source(kind.page().subject);
  templates::Map map;
  map.set("id", source->id).set("title", source->title).set("authors", authors_of(*source));
  map.set("publisher", source->publisher.empty() ? source->container_title : source->publisher);
  map.set("issued", source->issued.text()).set("accessed", source->accessed.text()).set("url", source->url);
  map.set("type", source->type).set("version", source->version).set("note", source->note);
  map.set("license", source->license).set("status", blocks::status_html(*source, kind.context));
  map.set("data", data_from(kind, *source));
  kind.values.set("source", std::move(map)).set("uses", uses(kind, *source));
  kind.values.set("uses_shown", std::min(count_uses(kind.backlinks, source->id), kMostBacklinks));
  kind.values.set("uses_total", count_uses(kind.backlinks, source->id));
  kind.values.set("citation", blocks::reference_text(*source, kind.theme.words));
  kind.values.set("bibtex", bibtex(*source)).set("csl", std::string(source->span.text()));
  read_uses(source->id, kind.backlinks, kind.context.view);
}

}  // namespace

std::string part_title(const site::Site& site, const Backlink& backlink) {
  const site::NamedBlock* block = site.block_named(backlink.anchor);
  return block ? block->title() : "";
}

void add_source_values(KindContext& kind) {
  if (kind.page().kind == site::PageKind::source) return add_source(kind);
  kind.values.set("groups", groups(kind));
  read_bibliography(kind.backlinks, kind.context.view);
}

void read_rows_from(const data::Source& source, site::View& view) {
  base::Hasher hasher;
  for (const data::RowCount& count : view.site().database->rows_from(source))
    hasher.add(count.resource->name).add(count.resource->title).add(uint64_t{count.rows});
  view.record("rows-from:", source.id, hasher.finish());
}

void read_uses(const std::string& on, const Backlinks& backlinks, site::View& view) {
  base::Hasher hasher;
  if (auto found = backlinks.find(on); found != backlinks.end())
    for (const Backlink& backlink : found->second)
      hasher.add(backlink.page->address)
          .add(backlink.anchor)
          .add(backlink.page->title)
          .add(site::kind_name(backlink.page->kind))
          .add(part_title(view.site(), backlink));
  view.record("uses:", on, hasher.finish());
}

void read_bibliography(const Backlinks& backlinks, site::View& view) {
  base::Hasher hasher;
  for (const data::Source& source : view.site().database->bibliography().sources()) {
    view.source(source.id);
    hasher.add(source.id).add(count_uses(backlinks, source.id));
  }
  view.record("bibliography", hasher.finish());
}

}  // namespace pages
