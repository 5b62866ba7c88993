#include "pages/moved.h"

#include <algorithm>

#include "site/url.h"

namespace pages {
namespace {

// Returns the words of a heading, the caption of a table, the title of a page, or the name of a file.
std::string name_of(const site::Place& place, site::View& view) {
  const auto page = view.target(place.address);
  if (!page) return std::string(site::file_of(place.address));
  std::string title(page->title), part = place.anchor.empty() ? "" : view.part(place);
  if (part.empty()) return title;
  return page->address == view.address() ? part : part + " · " + title;
}

}  // namespace

const site::Page* page_now(const site::Site& site, std::string_view address) {
  const site::Page* page = site.find(address);
  if (!page || page->kind != site::PageKind::redirect) return page;
  const site::Redirect* row = site.redirects.find(address, "");
  return row ? site.find(row->to.address) : nullptr;
}

bool is_at_heading(const site::Redirect& part, site::View& view) {
  const site::Content* content = view.content();
  if (part.to.address != view.address() || !content) return false;
  const std::vector<document::Heading>& headings = content->document().headings();
  return std::any_of(headings.begin(), headings.end(), [&](const auto& each) { return each.id == part.to.anchor; });
}

templates::Map lead(const site::Redirect& redirect, site::View& view) {
  templates::Map map;
  map.set("inside", !redirect.to.address.empty()).set("since", redirect.since).set("why", redirect.why);
  if (redirect.to.address.empty()) {
    map.set("href", redirect.external).set("title", redirect.external);
    return map;
  }
  const site::Place& to = redirect.to;
  map.set("href", site::relative_link(view.address(), to.address, to.anchor));
  map.set("title", name_of(to, view));
  return map;
}

templates::List moved_parts(site::View& view) {
  templates::List list;
  for (const site::Redirect& part : view.moved_parts()) {
    // Readers are already on the target page, so no link is needed.
    const bool is_here = part.to.address == view.address() && part.to.anchor.empty();
    if (part.broken || is_here || is_at_heading(part, view)) continue;
    list.push(lead(part, view).set("id", part.from.anchor));
  }
  return list;
}

}  // namespace pages
