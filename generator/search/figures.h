// The figures of named things, as entries: "v5p memory" is found as a value with its unit and its source, wherever and
// whether at all a page shows it.
//
// A thing is a row of a resource that has one key column and a column `name` or `title`; its figures are the measured
// cells of that row, and of the row that a long resource's wide form has for it. It leads to the page that is made from
// it, else to its row on the page of its resource. A thing without a page is an entry itself.
#pragma once
#include <vector>

#include "search/entry.h"
#include "site/site.h"

namespace search {

inline constexpr size_t kMostFigures = 20000;

std::vector<Entry> figures_of(const site::Site& site);

}  // namespace search
