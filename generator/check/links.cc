// Checks the links and redirects between the pages of a site (check/checks.h).
#include "check/checks.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/suggest.h"
#include "base/utf8.h"
#include "markup/html.h"

namespace check {
namespace {

// If the link is in the data, adds a note about its row.
void note_row(const site::Site& site, const site::InternalLink& link, base::Diagnostic& d) {
  if (auto record = site.database->provenance(link.ref); record && !link.ref.empty())
    d.help += fmt::format("{}the row {} of data/{} is shown there", d.help.empty() ? "" : "; ", record->key,
                          record->resource->path);
}

// Reports a link to something that has moved. Such a link works, but with an unnecessary redirect.
bool report_moved(const site::Site& site, const site::InternalLink& link, Anchors& anchors,
                  base::Diagnostics& diagnostics) {
  if (site.redirects.rows().empty()) return false;
  const bool is_missing = !link.anchor.empty() && !anchors.has(link.address, link.anchor);
  const site::Redirect* row = is_missing ? site.redirects.find(link.address, link.anchor) : nullptr;
  if (!row) row = site.redirects.find(link.address, "");
  if (!row) return false;
  if (row->broken) return !site.addresses.has(link.address);  // the row's error was reported
  auto& d = diagnostics.error("moved-link", link.span,
                              to_text(row->from) + (row->is_retired() ? " was retired" : " has moved"));
  if (row->is_retired())
    d.expect("a link to a page or part that exists").suggest("the reason: " + row->why);
  else
    d.expect("a link to " + (row->external.empty() ? to_text(row->to) : row->external));
  note_row(site, link, d);
  d.note(row->from_span, "this row redirects readers");
  return true;
}

std::string nearest_anchor(std::string_view anchor, const std::vector<std::string_view>& known) {
  const std::string composed = base::normalise_nfc(anchor);
  for (const std::string_view each : known)
    if (base::normalise_nfc(each) == composed)
      return "the heading has other bytes for the same accents: copy the anchor from it, or write both in NFC";
  return base::did_you_mean(anchor, known);
}

// Whether an element such as a note has the id of an old anchor, besides the one that redirects from that anchor.
bool is_taken(const site::Redirect& row, const std::vector<PageText>& texts) {
  auto page =
      std::find_if(texts.begin(), texts.end(), [&](const PageText& t) { return t.address == row.from.address; });
  if (page == texts.end()) return false;
  const std::string id = " id=\"" + markup::escape(row.from.anchor) + "\"";
  const size_t first = page->html.find(id);
  return first != std::string_view::npos && page->html.find(id, first + id.size()) != std::string_view::npos;
}

}  // namespace

void check_links(const site::Site& site, const std::vector<site::PageLinks>& pages, base::Diagnostics& diagnostics) {
  Anchors anchors(pages);
  for (const site::PageLinks& page : pages) {
    for (const site::InternalLink& link : *page.links) {
      if (report_moved(site, link, anchors, diagnostics)) continue;
      if (!link.query.empty()) check_query(site, link, diagnostics);
      if (link.anchor.empty() && site.find(link.address)) continue;
      const auto* anchors_there = anchors.of(link.address);
      if (!anchors_there && !site.addresses.has(link.address)) {
        auto known = site.addresses.all();
        auto& d = diagnostics.error("unknown-page", link.span, fmt::format("nothing is published at {}", link.address))
                      .suggest(base::did_you_mean(link.address, known));
        note_row(site, link, d);
        continue;
      }
      if (link.anchor.empty() || !anchors_there || anchors.has(link.address, link.anchor)) continue;
      auto& d =
          diagnostics.error("unknown-anchor", link.span, fmt::format("{} has no anchor #{}", link.address, link.anchor))
              .expect(anchors_there->empty() ? "a link to the page itself: it has no headings"
                                             : "one of " + base::list_names(*anchors_there, 12))
              .suggest(nearest_anchor(link.anchor, *anchors_there));
      note_row(site, link, d);
    }
  }
}

void check_redirects(const site::Site& site, const std::vector<site::PageLinks>& pages,
                     const std::vector<PageText>& texts, base::Diagnostics& diagnostics) {
  if (site.redirects.rows().empty()) return;
  Anchors anchors(pages);
  for (const site::Redirect& row : site.redirects.rows()) {
    if (row.broken) continue;
    const auto* known = row.to.address.empty() ? nullptr : anchors.of(row.to.address);
    if (!row.to.anchor.empty() && known && !anchors.has(row.to.address, row.to.anchor))
      diagnostics
          .error("redirect-nowhere", row.to_span, fmt::format("{} has no anchor #{}", row.to.address, row.to.anchor))
          .expect(known->empty() ? "the page without an anchor: it has no headings"
                                 : "one of " + base::list_names(*known, 12))
          .suggest(base::did_you_mean(row.to.anchor, *known));
    if (row.from.anchor.empty()) continue;
    if (anchors.has(row.from.address, row.from.anchor) || is_taken(row, texts))
      diagnostics
          .error(
              "redirect-taken", row.from_span,
              fmt::format("{} has the anchor #{}: a redirect from it has no effect", row.from.address, row.from.anchor))
          .suggest("remove the row, or give the anchor on the page another name");
  }
}

}  // namespace check
