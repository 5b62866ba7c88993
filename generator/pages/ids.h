// The ids on a page: those that authors chose, those that the theme makes, and that none stands there twice.
#pragma once
#include "base/diagnostic.h"
#include "blocks/page_ids.h"
#include "site/view.h"
#include "template/value.h"

namespace pages {

// Of headings, tables, charts and parts that moved; a table's or chart's own page has its name.
blocks::PageIds ids_of_authors(site::View& view);

// Of what the theme shows on pages that hold an author's text: {main, references, key_points, …}. To be called last,
// when all ids of authors are known.
templates::Map theme_ids(blocks::PageIds& ids);

// Error "repeated-id", at the heading that has it or at the page's title.
void check_repeated_ids(const site::Page& page, std::string_view html, base::Diagnostics& diagnostics);

}  // namespace pages
