// Finds published pages and anchors (data/permalinks.txt) that are missing without a redirect.
#pragma once
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "check/permalinks.h"
#include "site/link.h"
#include "site/place.h"
#include "site/site.h"

namespace check {

struct Nearest {
  std::vector<site::Place> places;  // at most three places, the nearest first
  bool is_likely = false;  // whether the first place is so much nearer than the others that a redirect may be written
};

// Returns the similarity of two names of addresses, from 0 to 1, by the pairs of letters that they share.
double likeness(std::string_view a, std::string_view b);

struct Loss {
  site::Place what;
  base::Span recorded;               // position in data/permalinks.txt
  const site::Page* page = nullptr;  // the page that lacks the anchor; null for a lost page
  bool has_moved = false;            // whether `page` replaces the page of the anchor
  Nearest nearest;
};

// Returns the losses by address. `pages` are all rendered pages. Lost pages are reported only if `is_whole`, which
// means that no page is missing because of another error.
std::vector<Loss> find_losses(const site::Site& site, const std::vector<site::PageLinks>& pages,
                              const Permalinks& recorded, bool is_whole);

// Returns the row of data/redirects.csv that would redirect a loss to the nearest place.
std::string redirect_for(const Loss& loss, std::string_view since);

// Reports errors "lost-page" and "lost-anchor", each where it can be fixed: at the heading that may have had the
// anchor, otherwise at the title of the page that had it, otherwise at the recorded address.
void report_losses(const site::Site& site, const std::vector<Loss>& losses, base::Diagnostics& diagnostics);

// Returns published addresses and anchors that are not recorded yet. Spans are empty.
std::vector<RecordedPage> find_unrecorded(const std::vector<site::PageLinks>& pages, const Permalinks& recorded);

// Records the target of each published anchor. Returns how many changed.
size_t describe_anchors(const std::vector<site::PageLinks>& pages, Permalinks& recorded);

}  // namespace check
