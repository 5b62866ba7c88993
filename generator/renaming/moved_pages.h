// Pages made from a renamed row have other addresses: rows of data/redirects.csv lead on from the old ones, and links
// of pages and the rows that led there follow.
#pragma once
#include <string>
#include <vector>

#include "build/build.h"
#include "renaming/changes.h"
#include "renaming/found.h"
#include "site/place.h"

namespace renaming {

struct Move {
  site::Place from, to;
  // Not so of rows of the data, whose anchors come and go with these; but the row that was renamed is told to be the
  // same by its place, where no page of its own tells it.
  bool promised = true;
};

// What pages and anchors became, by address; `after` is the site with the data renamed, whose links and redirects may
// not fit yet, and `row` the one that is renamed, such as "drinks/latte".
std::vector<Move> find_moves(const build::CheckedSite& before, const build::CheckedSite& after, const Changes& changes,
                             const std::string& row);

// Links to what has moved, in Markdown, in lists of contents, in the navigation and the footer, and the targets of
// redirects. Counted as "link" and "redirect".
void follow_moves(const build::CheckedSite& before, const std::vector<Move>& moves, Found& found);

// data/redirects.csv with a row for each promised move, and without rows from addresses that are published again.
std::string redirects_with(const build::CheckedSite& before, const build::CheckedSite& after,
                           const std::vector<Move>& moves, const std::vector<base::Edit>& edits,
                           const std::string& since, const std::string& why);

}  // namespace renaming
