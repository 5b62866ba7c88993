// The order in which the pages and folders of a section are read: first those in `contents` of its index, in that
// order, then the others by title.
#pragma once
#include "base/diagnostic.h"
#include "site/page.h"
#include "site/site.h"

namespace site {

// Sorts the section's pages and sections.
void put_in_reading_order(Section& section);
// Reports "unknown-contents" for a name that is not in its folder. The site still contains all pages.
void check_contents(const Site& site, base::Diagnostics& diagnostics);

}  // namespace site
