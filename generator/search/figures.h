// The figures of named things, as entries: "v5p memory" finds a value with its unit and its source, even if no page
// shows it.
//
// A thing is a row of a resource with one key column and a column `name` or `title`. Its figures are the measured cells
// of that row, and of its row in the wide form of a long resource. Its address is the page that is made from it, else
// its row on the page of its resource. A thing without a page is also an entry.
#pragma once
#include <vector>

#include "search/entry.h"
#include "site/site.h"

namespace search {

inline constexpr size_t kMaxFigures = 20000;

std::vector<Entry> figures_of(const site::Site& site);

}  // namespace search
