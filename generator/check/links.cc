#include "check/links.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "base/suggest.h"

namespace check {

void check_links(const site::Site& site, const std::vector<site::PageLinks>& pages, base::Diagnostics& diagnostics) {
  std::unordered_map<std::string_view, std::vector<std::string_view>> anchors;
  for (const site::PageLinks& page : pages) {
    auto& list = anchors[page.page->address];
    list.assign(page.anchors->begin(), page.anchors->end());
    if (page.row_anchors) list.insert(list.end(), page.row_anchors->begin(), page.row_anchors->end());
    std::sort(list.begin(), list.end());
  }
  for (const site::PageLinks& page : pages) {
    for (const site::InternalLink& link : *page.links) {
      if (!site.addresses.has(link.address)) {
        auto known = site.addresses.all();
        diagnostics.error("unknown-page", link.span, fmt::format("nothing is published at {}", link.address))
            .suggest(base::did_you_mean(link.address, known));
        continue;
      }
      auto target = anchors.find(link.address);
      if (link.anchor.empty() || target == anchors.end()) continue;
      const auto& known = target->second;
      if (std::binary_search(known.begin(), known.end(), std::string_view(link.anchor))) continue;
      diagnostics.error("unknown-anchor", link.span, fmt::format("{} has no anchor #{}", link.address, link.anchor))
          .expect(known.empty() ? "a link to the page itself: it has no headings"
                                : "one of " + base::list_names(known, 12))
          .suggest(base::did_you_mean(link.anchor, known));
    }
  }
}

}  // namespace check
