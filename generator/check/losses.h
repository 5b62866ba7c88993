// Compares the published pages and anchors (data/permalinks.txt) with those of the site: finds those that are missing
// without a redirect, and anchors that now lead to something else.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "check/permalinks.h"
#include "site/place.h"
#include "site/site.h"

namespace check {

// Returns the similarity of two names of addresses, from 0 to 1, by the pairs of letters that they share.
double likeness(std::string_view a, std::string_view b);

struct Loss {
  site::Place what;
  base::Span recorded;               // position in data/permalinks.txt
  const site::Page* page = nullptr;  // the page that lacks the anchor; null for a lost page
  bool has_moved = false;            // whether `page` replaces the page of the anchor
  site::Place nearest;               // where it may be now; its address is "" if nothing is similar
};

// Returns the losses by address. `pages` are all rendered pages. Lost pages are reported only if `is_whole`, which
// means that no page is missing because of another error.
std::vector<Loss> find_losses(const site::Site& site, const std::vector<site::PageLinks>& pages,
                              const Permalinks& recorded, bool is_whole);

// Reports errors "lost-page" and "lost-anchor", each where it can be fixed: at the heading that may have had the
// anchor, otherwise at the title of the page that had it, otherwise at the recorded address.
void report_losses(const site::Site& site, const std::vector<Loss>& losses, base::Diagnostics& diagnostics);

struct RecordCounts {
  size_t pages = 0, anchors = 0;  // new ones
  size_t named_anchors = 0;       // known anchors whose target was recorded
};
// Records published addresses and anchors that are not recorded yet, and the target of each published anchor.
RecordCounts record_anchors(const std::vector<site::PageLinks>& pages, Permalinks& recorded);

// ---- changed_anchors.cc: anchors that exist but refer to a different part than when they were published
// "#install-1" is such an anchor after another "Install" was added before it. A heading that was reworded, rewritten or
// moved counts as the same part. An anchor has changed if another part of the page is more similar to the recorded one,
// or if the part that now has the anchor was recorded with a different one.
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
