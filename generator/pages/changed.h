// What changed, and when: from the dates in pages and from data/changes/, never from a clock.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "site/changes.h"
#include "site/site.h"

namespace pages {

// "2026-03-15": the page's `updated:`, otherwise its `date:`; "" if it has neither, is made from data or has no text.
std::string_view changed_on(const site::Page& page);

// The pages that have a date, latest first.
std::vector<const site::Page*> dated_pages(const site::Site& site);

// "3 rows of data", "2 pages": how much changed on a date; empty for a date with only corrections.
std::vector<std::string> day_counts(const site::Changes& changes, const site::Words& words);

}  // namespace pages
