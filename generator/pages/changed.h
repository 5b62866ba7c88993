// Which pages say when they were written or changed. What was changed lately is told from this, never from a clock.
#pragma once
#include <string_view>
#include <vector>

#include "site/site.h"

namespace pages {

// "2026-03-15": the page's `updated:`, else its `date:`; "" for none, and for pages made from data or without text.
std::string_view changed_on(const site::Page& page);

// The pages that say so, the last first.
std::vector<const site::Page*> dated_pages(const site::Site& site);

}  // namespace pages
