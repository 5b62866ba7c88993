#include "pages/moved.h"

#include <algorithm>

#include "pages/kinds.h"
#include "site/url.h"

namespace pages {
namespace {

const document::Heading* heading_at(const site::Page& page, std::string_view anchor) {
  if (!page.content()) return nullptr;
  for (const document::Heading& heading : page.content()->document().headings())
    if (heading.id == anchor) return &heading;
  return nullptr;
}

}  // namespace

const site::Page* page_now(const site::Site& site, std::string_view address) {
  const site::Page* page = site.find(address);
  if (!page || page->kind != site::PageKind::redirect) return page;
  const site::Redirect* row = site.redirects.find(address, "");
  return row ? site.find(row->to.address) : nullptr;
}

const site::Redirect* read_redirect(std::string_view address, site::View& view) {
  const site::Redirect* row = view.site().redirects.find(address, "");
  base::Hasher hasher;
  if (row) hasher.add(to_text(row->to)).add(row->external);
  view.record("redirect:", address, hasher.finish());
  return row;
}

std::string read_part(const site::Place& place, site::View& view) {
  std::string part;
  if (const site::Page* page = view.site().find(place.address)) {
    const document::Heading* heading = heading_at(*page, place.anchor);
    // On pages made from data a heading may hold places for values.
    if (heading && !page->evaluation->from_data) part = heading->text;
    if (part.empty()) part = part_title(view.site(), {page, place.anchor});
  }
  view.record("part:", to_text(place), base::hash_bytes(part));
  return part;
}

namespace {

// What a place is called: a heading's words, a table's caption, a page's title, a file's name.
std::string name_of(const site::Place& place, site::View& view) {
  const site::Page* page = view.target(place.address);
  if (!page) return std::string(site::file_of(place.address));
  std::string part;
  if (!place.anchor.empty()) {
    part = read_part(place, view);
  }
  if (part.empty()) return page->title;
  return page == &view.page() ? part : part + " · " + page->title;
}

}  // namespace

bool stands_at_heading(const site::Redirect& part, const site::Page& page) {
  return part.to.address == page.address && heading_at(page, part.to.anchor);
}

templates::Map lead(const site::Redirect& redirect, site::View& view) {
  templates::Map map;
  map.set("inside", !redirect.to.address.empty());
  if (redirect.is_retired()) return map.set("href", "").set("title", ""), map;
  if (!redirect.external.empty()) return map.set("href", redirect.external).set("title", redirect.external), map;
  const site::Place& to = redirect.to;
  std::string href = site::relative_link(view.page().address, to.address);
  if (!to.anchor.empty()) href += "#" + site::encode_fragment(to.anchor);
  return map.set("href", href).set("title", name_of(to, view)), map;
}

templates::List moved_parts(site::View& view) {
  templates::List list;
  for (const site::Redirect& part : view.moved().parts) {
    // Who asks for what is the whole page now is there already.
    const bool is_here = part.to == site::Place{view.page().address, ""};
    if (part.broken || is_here || stands_at_heading(part, view.page())) continue;
    list.push(lead(part, view).set("id", part.from.anchor).set("since", part.since).set("why", part.why));
  }
  return list;
}

}  // namespace pages
