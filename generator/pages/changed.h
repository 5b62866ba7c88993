// Dates and amounts of changes, from the dates in pages and from data/changes/, never from a clock.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "site/changes.h"
#include "site/site.h"

namespace pages {

// Returns the page's `updated:` date or its `date:`; "" if it has neither, is made from data or has no text.
std::string_view changed_on(const site::Page& page);

// Returns the pages with a date, latest first, without those of `separate` folders.
std::vector<const site::Page*> dated_pages(const site::Site& site);

// Returns how much changed on a date: "3 rows of data", "2 pages". Empty for a date that only has corrections.
std::vector<std::string> day_counts(const site::Changes& changes, const site::Words& words);

}  // namespace pages
