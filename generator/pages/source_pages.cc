// The bibliography: the list of all sources, and a page for each source with its uses and how to cite it.
#include <fmt/format.h>

#include <algorithm>
#include <ranges>
#include <set>

#include "blocks/references.h"
#include "data/bibliography.h"
#include "data/csl_text.h"
#include "pages/kinds.h"
#include "pages/page_values.h"
#include "site/url.h"

namespace pages {
namespace {

constexpr size_t kMaxUses = 200;

std::string authors_of(const data::Source& source) {
  const bool has_others = !source.authors.empty() && source.names.at("author").size() > source.authors.size();
  return fmt::format("{}{}", fmt::join(std::views::transform(source.authors, &data::Name::text), ", "),
                     has_others ? " et al." : "");
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

// Groups the sources by publisher, or else by author, because people look for sources that way. The sources that are
// used most come first; those with neither come last.
templates::List groups(KindContext& kind) {
  std::map<std::string, std::vector<SourceUses>> by_name;
  for (const SourceUses& each : kind.view.bibliography()) {
    const std::string& publisher = publisher_of(*each.source);
    by_name[publisher.empty() ? authors_of(*each.source) : publisher].push_back(each);
  }
  std::vector<std::pair<std::string, std::vector<SourceUses>>> groups(by_name.begin(), by_name.end());
  const auto is_before = [](const SourceUses& a, const SourceUses& b) {
    return a.count != b.count ? a.count > b.count : a.source->title < b.source->title;
  };
  for (auto& [name, sources] : groups) std::ranges::sort(sources, is_before);
  std::ranges::stable_sort(groups, [](const auto& a, const auto& b) {
    if (a.first.empty() || b.first.empty()) return b.first.empty() && !a.first.empty();
    return a.second.front().count > b.second.front().count;
  });
  templates::List list;
  for (const auto& [name, sources] : groups) {
    templates::List entries;
    for (const auto& [source, count] : sources) {
      const std::string anchor = anchor_of(*source);
      kind.context.ids.reserve(anchor);
      templates::Map map = titled_link(source->title, site::relative_link(kind.view.address(), source->address));
      const data::Date& issued = source->issued;
      const std::string year =
          issued.begin.year ? blocks::with_doubt(issued.begin, std::to_string(issued.begin.year), kind.context.words)
                            : issued.literal;
      entries.push(std::move(map.set("id", anchor).set("year", year).set("uses", count)));
    }
    list.push(templates::Map()
                  .set("title", name.empty() ? std::string(kind.context.words["no_publisher"]) : name)
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
  return list_of(view.rows_from(source), [&](const RowsFrom& from) {
    return titled_link(from.title, site::relative_link(view.address(), site::resource_address(from.resource)))
        .set("rows", from.rows);
  });
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
  map.set("issued", blocks::date_text(source->issued, kind.context.words));
  map.set("accessed", blocks::date_text(source->accessed, kind.context.words));
  map.set("version", data::short_version(source->version)).set("note", source->note).set("license", source->license);
  map.set("status", blocks::status_html(*source, kind.context)).set("data", data_from(source->id, kind.view));
  kind.values.set("source", std::move(map)).set("uses", uses_value(uses, kind.view));
  kind.values.set("uses_shown", std::min(uses.size(), kMaxUses)).set("uses_total", uses.size());
  kind.values.set("citation", blocks::reference_text(*source, kind.context.words));
  kind.values.set("csl", std::string(source->csl()));
}

}  // namespace pages
