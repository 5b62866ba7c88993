// A page as its template sees it: a view made of plain values, never the model itself. generator/README.md lists the names.
#pragma once
#include "document/document.h"
#include "pages/theme.h"
#include "site/view.h"
#include "template/value.h"

namespace pages {

// What every template is given, but for `content` and what belongs to the page's kind.
templates::Map common_values(const site::Page& page, const site::Site& site, const Theme& theme);

// {title, href, …} of a page, seen from an address.
templates::Map link_value(const site::Page& page, std::string_view from);
// Lists of such, for lists of pages: with description, minutes, kind.
templates::List page_list(const std::vector<const site::Page*>& list, std::string_view from);

// The contents of a document: headings of level 2 and, below them, 3.
templates::Value contents_value(const document::Document& document);

}  // namespace pages
