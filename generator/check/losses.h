// What was published and is gone, although nobody said so: the promise of data/permalinks.txt.
#pragma once
#include <vector>

#include "base/diagnostic.h"
#include "check/nearest.h"
#include "check/permalinks.h"
#include "site/link.h"
#include "site/site.h"

namespace check {

struct Loss {
  site::Place what;
  base::Span recorded;               // in data/permalinks.txt
  const site::Page* page = nullptr;  // that lost the anchor, or that its page became; null for a lost page
  bool has_moved = false;            // the anchor's page has, and the anchor did not come along
  Nearest nearest;
};

// By address. `pages` are all that were rendered, and `is_whole` says that none is missing after a mistake elsewhere;
// else no page is told to be lost. Takes time for what was lost, hardly any else.
std::vector<Loss> find_losses(const site::Site& site, const std::vector<site::PageLinks>& pages,
                              const Permalinks& recorded, bool is_whole);

// The row of data/redirects.csv that would mend a loss, if the nearest place is where it went.
std::string mending_row(const Loss& loss, std::string_view since);

// Errors "lost-page" and "lost-anchor", each where it can be mended: at the heading that may be the lost one, else at
// the title of the page that had it, else where it was recorded.
void report_losses(const site::Site& site, const std::vector<Loss>& losses, base::Diagnostics& diagnostics);

// What is published and not recorded yet. Spans are empty.
std::vector<RecordedPage> find_unrecorded(const std::vector<site::PageLinks>& pages, const Permalinks& recorded);

// Sets what each anchor names, where it is published now. Returns for how many that was not as recorded.
size_t describe_anchors(const std::vector<site::PageLinks>& pages, Permalinks& recorded);

}  // namespace check
