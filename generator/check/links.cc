#include "check/links.h"

#include <fmt/format.h>

#include "base/suggest.h"
#include "check/anchors.h"

namespace check {
namespace {

// Of a link that data hold: in which row.
void name_row(const site::Site& site, const site::InternalLink& link, base::Diagnostic& d) {
  if (auto record = site.database->provenance(link.ref); record && !link.ref.empty())
    d.help += fmt::format("{}the row {} of data/{} is shown there", d.help.empty() ? "" : "; ", record->key,
                          record->resource->path);
}

// A link to what moved works, by a detour that readers of the site need not make.
bool is_moved(const site::Site& site, const site::InternalLink& link, Anchors& anchors,
              base::Diagnostics& diagnostics) {
  if (site.redirects.rows().empty()) return false;
  const bool asks_part = !link.anchor.empty() && !anchors.has(link.address, link.anchor);
  const site::Redirect* row = asks_part ? site.redirects.find(link.address, link.anchor) : nullptr;
  if (!row) row = site.redirects.find(link.address, "");
  if (!row) return false;
  if (row->broken) return !site.addresses.has(link.address);  // what is wrong was said of the row
  auto& d = diagnostics.error("moved-link", link.span,
                              to_text(row->from) + (row->is_retired() ? " was retired" : " has moved"));
  if (row->is_retired())
    d.expect("a link to something that is there").suggest("it was said why: " + row->why);
  else
    d.expect("a link to " + (row->external.empty() ? to_text(row->to) : row->external));
  name_row(site, link, d);
  d.note(row->from_span, "readers are led on by this row");
  return true;
}

}  // namespace

void check_links(const site::Site& site, const std::vector<site::PageLinks>& pages, base::Diagnostics& diagnostics) {
  Anchors anchors(pages);
  for (const site::PageLinks& page : pages) {
    for (const site::InternalLink& link : *page.links) {
      if (is_moved(site, link, anchors, diagnostics)) continue;
      if (link.anchor.empty() && site.find(link.address)) continue;
      const auto* anchors_there = anchors.of(link.address);
      if (!anchors_there && !site.addresses.has(link.address)) {
        auto known = site.addresses.all();
        auto& d = diagnostics.error("unknown-page", link.span, fmt::format("nothing is published at {}", link.address))
                      .suggest(base::did_you_mean(link.address, known));
        name_row(site, link, d);
        continue;
      }
      if (link.anchor.empty() || !anchors_there || anchors.has(link.address, link.anchor)) continue;
      auto& d =
          diagnostics.error("unknown-anchor", link.span, fmt::format("{} has no anchor #{}", link.address, link.anchor))
              .expect(anchors_there->empty() ? "a link to the page itself: it has no headings"
                                             : "one of " + base::list_names(*anchors_there, 12))
              .suggest(base::did_you_mean(link.anchor, *anchors_there));
      name_row(site, link, d);
    }
  }
}

}  // namespace check
