// The order in which a section's pages and folders are read: as its index's `contents` lists them, then the
// others by title.
#pragma once
#include "base/diagnostic.h"
#include "site/page.h"
#include "site/site.h"

namespace site {

// Sorts `pages` and `sections`.
void put_in_reading_order(Section& section);
// Error "unknown-contents" for a name that is not in its folder. All pages are still included.
void check_contents(const Site& site, base::Diagnostics& diagnostics);

}  // namespace site
