// Anchors that are there, but name something else than was published: "#install-1" after another "Install" was put
// before it. A heading that was reworded, rewritten or moved is still the same; what shows a change is that another
// place of the page is more like what was recorded, or that what now has the anchor was recorded under another one.
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
  std::string was, now;              // what it named, and names: "Install" under "Linux"
  std::string found;                 // the anchor at which that is now; "" for nowhere
  std::string former;                // the recorded anchor of what has this one now; "" for none
};

// By address. Fast where everything is as it was recorded.
std::vector<ChangedAnchor> find_changed_anchors(const site::Site& site, const std::vector<site::PageLinks>& pages,
                                                const Permalinks& recorded);

// Errors "changed-anchor", each at what has the anchor now.
void report_changed_anchors(const site::Site& site, const std::vector<ChangedAnchor>& changed,
                            base::Diagnostics& diagnostics);

}  // namespace check
