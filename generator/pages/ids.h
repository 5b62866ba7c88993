// The ids on a page: from authors and from the theme, and the check that each is unique.
#pragma once
#include "base/diagnostic.h"
#include "blocks/page_ids.h"
#include "site/view.h"
#include "template/value.h"

namespace pages {

// The ids of headings, tables, charts and parts that moved; on the page of a table or chart, its name.
blocks::PageIds ids_of_authors(site::View& view);

// The ids of the theme's own elements on a page: {main, references, key_points, …}. Call it last, when all ids of
// authors are known.
templates::Map theme_ids(blocks::PageIds& ids);

// Error "repeated-id", at the heading that has it or at the page's title.
void check_repeated_ids(std::string_view html, site::View& view, base::Diagnostics& diagnostics);

}  // namespace pages
