// How much changed on a day, for lists of days and for the feed.
#pragma once
#include <string>
#include <vector>

#include "site/changes.h"
#include "site/words.h"

namespace pages {

// "3 rows of the data", "2 pages"; of a day with nothing but corrections none.
std::vector<std::string> day_counts(const site::Changes& changes, const site::Words& words);

}  // namespace pages
