// What was wrong on a page and has been put right, as data/changes/ tells it: said on the page itself, where those who
// read the mistake come back to, and on the page that they are led on to when it is gone.
#include "pages/ask.h"
#include "pages/moved.h"
#include "pages/page_values.h"
#include "site/changes.h"
#include "site/url.h"

namespace pages {
namespace {

bool is_about(const std::string& address, const site::Page& page, const site::Site& site) {
  return address == page.address || page_now(site, address) == &page;
}

}  // namespace

std::vector<Corrected> read_corrections(site::View& view) {
  const site::Site& site = view.site();
  std::vector<Corrected> found;
  if (site.changes.empty()) return found;  // that there are none at all, templates ask on all pages
  base::Hasher hasher;
  for (const auto& day : site.changes) {
    for (const site::Correction& correction : day->corrections) {
      if (!is_about(correction.page, view.page(), site)) continue;
      found.push_back({day->date, &correction});
      hasher.add(day->date).add(correction.text);
    }
  }
  view.record("corrections", hasher.finish());
  return found;
}

templates::List corrections_value(site::View& view) {
  templates::List list;
  for (const Corrected& each : read_corrections(view)) {
    const std::string told = site::changes_address(each.date);
    templates::Map map;
    map.set("date", each.date).set("text", each.correction->text);
    list.push(std::move(map.set("href", site::relative_link(view.page().address, told) + "#corrections")));
  }
  return list;
}

}  // namespace pages
