// Anchors that exist, but refer to a different part than when they were published: "#install-1" after another "Install"
// was added before it. A heading that was reworded, rewritten or moved counts as the same. The anchor has changed if
// another part of the page is more similar to the recorded one, or if the part that has the anchor now was recorded
// with another.
#pragma once
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "check/permalinks.h"
#include "site/link.h"
#include "site/place.h"
#include "site/site.h"

namespace check {

struct ChangedAnchor {
  site::Place what;
  base::Span recorded;               // in data/permalinks.txt
  const site::Page* page = nullptr;  // that has the anchor now
  std::string was, now;              // the part that it named, and names now: "Install" under "Linux"
  std::string found;                 // the present anchor of the part that it named; "" for none
  std::string former;                // the recorded anchor of the part that has this one now; "" for none
};

// The changed anchors by address. Anchors that were recorded without their target are not compared.
std::vector<ChangedAnchor> find_changed_anchors(const site::Site& site, const std::vector<site::PageLinks>& pages,
                                                const Permalinks& recorded);

// Errors "changed-anchor", each at the part that has the anchor now.
void report_changed_anchors(const site::Site& site, const std::vector<ChangedAnchor>& changed,
                            base::Diagnostics& diagnostics);

}  // namespace check
