// The order in which a section's pages and folders are read: as its index's `contents` lists them, the others behind
// them by title.
#pragma once
#include "base/diagnostic.h"
#include "site/page.h"
#include "site/site.h"

namespace site {

// Sorts `pages` and `sections`.
void put_in_reading_order(Section& section);
// Error "unknown-contents" for a name that is not in its folder. No page is missing for it.
void check_contents(const Site& site, base::Diagnostics& diagnostics);

}  // namespace site
