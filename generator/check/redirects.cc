#include "check/redirects.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/suggest.h"
#include "check/anchors.h"
#include "markup/html.h"

namespace check {
namespace {

// How often a text stands in another.
size_t times(std::string_view part, std::string_view text) {
  size_t times = 0;
  for (size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + part.size())) ++times;
  return times;
}

// Of an old anchor the page has an element of its own. Another of that id is one of the page's that nobody links to by
// intention: the mark of a footnote, a note.
bool stands_twice(const site::Redirect& row, const std::vector<PageText>& texts) {
  auto page =
      std::find_if(texts.begin(), texts.end(), [&](const PageText& t) { return t.address == row.from.address; });
  return page != texts.end() && times(" id=\"" + markup::escape(row.from.anchor) + "\"", page->html) > 1;
}

}  // namespace

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
    if (anchors.has(row.from.address, row.from.anchor) || stands_twice(row, texts))
      diagnostics
          .error("redirect-taken", row.from_span,
                 fmt::format("{} has the anchor #{}: nobody needs to be led on from it", row.from.address,
                             row.from.anchor))
          .suggest("take the row out, or give what stands there another name");
  }
}

}  // namespace check
