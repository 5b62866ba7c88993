#include "pages/ids.h"

#include <fmt/format.h>

#include "markup/html_scanner.h"

namespace pages {
namespace {

// Returns the position where the author wrote an id, or the page's title if that is unknown.
base::Span place_of_id(std::string_view id, site::View& view) {
  const site::Content* content = view.content();
  if (!content) return {};
  if (view.page().has_text())
    for (const document::Heading& heading : content->document().headings())
      if (heading.id == id) return heading.own_id ? heading.id_span : heading.span;
  return content->front.title.span;
}

}  // namespace

blocks::PageIds ids_of_authors(site::View& view) {
  const site::ThisPage& page = view.page();
  blocks::PageIds ids;
  for (const site::RedirectRow& part : view.moved_parts()) ids.reserve(std::string(part.from_anchor));
  if (page.kind == site::PageKind::table || page.kind == site::PageKind::chart) ids.reserve(std::string(page.subject));
  const site::Content* content = view.content();
  if (!content) return ids;
  for (const document::Plan& plan : content->front.plans) ids.reserve(plan.name.text);
  for (const site::Block& block : content->blocks) ids.reserve(block.name + page.suffix);
  if (page.has_text())
    for (const document::Heading& heading : content->document().headings()) ids.reserve(heading.id);
  return ids;
}

templates::Map theme_ids(blocks::PageIds& ids) {
  templates::Map map;
  for (const auto& [name, id] :
       {std::pair("main", "main"), std::pair("references", "references"), std::pair("key_points", "key-points"),
        std::pair("takeaway", "takeaway"), std::pair("what_is_here", "what-is-here"), std::pair("recent", "recent"),
        std::pair("cases", "cases"), std::pair("flow_steps", "flow-steps"), std::pair("flow_so_far", "flow-so-far")})
    map.set(name, ids.claim(id));
  return map;
}

void check_repeated_ids(std::string_view html, site::View& view, base::Diagnostics& diagnostics) {
  for (const std::string& id : markup::repeated_ids(html)) {
    const base::Span place = place_of_id(id, view);
    const std::string message = fmt::format("the id \"{}\" is on this page twice", id);
    auto& d = place ? diagnostics.error("repeated-id", place, message)
                    : diagnostics.error("repeated-id", view.address(), message);
    d.expect("a unique id for each element: links and labels only reach the first one")
        .suggest("give the heading, table or chart another name, or write {{ ids.NAME }} in your own template");
  }
}

}  // namespace pages
