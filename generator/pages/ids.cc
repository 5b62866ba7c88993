#include "pages/ids.h"

#include <fmt/format.h>

#include "markup/html_scanner.h"

namespace pages {
namespace {

// Where an author wrote an id; the page's title for others.
base::Span place_of_id(std::string_view id, const site::Page& page) {
  if (!page.content()) return {};
  if (page.has_text())
    for (const document::Heading& heading : page.content()->document().headings())
      if (heading.id == id) return heading.own_id ? heading.id_span : heading.span;
  return page.content()->front.title.span;
}

}  // namespace

blocks::PageIds ids_of_authors(site::View& view) {
  const site::Page& page = view.page();
  blocks::PageIds ids;
  for (const site::Redirect& part : view.moved().parts) ids.reserve(part.from.anchor);
  if (page.kind == site::PageKind::table || page.kind == site::PageKind::chart) ids.reserve(page.subject);
  if (!page.content()) return ids;
  for (const site::Block& block : page.content()->blocks) ids.reserve(block.name + page.name_suffix());
  if (page.has_text())
    for (const document::Heading& heading : page.content()->document().headings()) ids.reserve(heading.id);
  return ids;
}

templates::Map theme_ids(blocks::PageIds& ids) {
  templates::Map map;
  for (const auto& [name, id] :
       {std::pair("main", "main"), std::pair("references", "references"), std::pair("key_points", "key-points"),
        std::pair("takeaway", "takeaway"), std::pair("what_is_here", "what-is-here"), std::pair("recent", "recent"),
        std::pair("flow_steps", "flow-steps"), std::pair("flow_so_far", "flow-so-far")})
    map.set(name, ids.claim(id));
  return map;
}

void check_repeated_ids(const site::Page& page, std::string_view html, base::Diagnostics& diagnostics) {
  for (const std::string& id : markup::repeated_ids(html)) {
    const base::Span place = place_of_id(id, page);
    auto& d =
        place ? diagnostics.error("repeated-id", place, fmt::format("the id \"{}\" is on this page twice", id))
              : diagnostics.error("repeated-id", page.address, fmt::format("the id \"{}\" is on this page twice", id));
    d.expect("an id of its own for each element: links and labels reach the first one alone")
        .suggest("give the heading, table or chart another name, or write {{ ids.NAME }} in a template of your own");
  }
}

}  // namespace pages
