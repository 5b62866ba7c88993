// The order in which a section's pages and folders are read: as its index's `contents` lists them, the others behind
// them by title.
#pragma once
#include "base/diagnostic.h"
#include "site/page.h"

namespace site {

// Sorts `pages` and `sections`. Error "unknown-contents" for a name that is not in the folder.
void put_in_reading_order(Section& section, base::Diagnostics& diagnostics);

}  // namespace site
