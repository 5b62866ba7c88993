// Finds anchors that exist but refer to a different part than when they were published: "#install-1" after another
// "Install" was added before it. A heading that was reworded, rewritten or moved counts as the same part. An anchor has
// changed if another part of the page is more similar to the recorded one, or if the part that now has the anchor was
// recorded with a different one.
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
  base::Span recorded;               // position in data/permalinks.txt
  const site::Page* page = nullptr;  // the page that has the anchor now
  std::string was, now;              // the old and the new target of this anchor: "Install" under "Linux"
  std::string found;                 // the current anchor of the old target; "" if there is none
  std::string former;                // the recorded anchor of the new target; "" if there is none
};

// Returns the changed anchors by address. Anchors that were recorded without their target are not compared.
std::vector<ChangedAnchor> find_changed_anchors(const site::Site& site, const std::vector<site::PageLinks>& pages,
                                                const Permalinks& recorded);

// Reports errors "changed-anchor", each at the part that now has the anchor.
void report_changed_anchors(const site::Site& site, const std::vector<ChangedAnchor>& changed,
                            base::Diagnostics& diagnostics);

}  // namespace check
