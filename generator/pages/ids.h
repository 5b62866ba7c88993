// The ids on a page: from authors and from the theme, and the check that each is unique.
#pragma once
#include "base/diagnostic.h"
#include "blocks/page_ids.h"
#include "site/view.h"
#include "template/value.h"

namespace pages {

// Returns the ids of headings, tables, charts and parts that moved. For the page of a table or chart, returns its name.
blocks::PageIds ids_of_authors(site::View& view);

// Returns the ids of the theme's elements on a page: {main, references, key_points, …}. Call it last, when all of the
// authors' ids are known.
templates::Map theme_ids(blocks::PageIds& ids);

// Reports "repeated-id" at the heading with the id, or at the page's title.
void check_repeated_ids(std::string_view html, site::View& view, base::Diagnostics& diagnostics);

}  // namespace pages
