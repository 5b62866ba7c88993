// A page as its template sees it: a view made of plain values, never the model itself. generator/TEMPLATES.md lists
// the names.
#pragma once
#include "document/document.h"
#include "pages/theme.h"
#include "site/view.h"
#include "template/value.h"

namespace pages {

// All of these record what they read of other pages.

// What every template is given, but for `content` and what belongs to the page's kind. What rests on other pages is
// left out where the page's template does not ask for it.
templates::Map common_values(site::View& view, const Theme& theme);

// {title, href} of another page, seen from the view's.
templates::Map link_value(const site::Page& page, site::View& view);
// Lists of such, for lists of pages: with description, minutes, kind. Which pages these are is the caller's to record.
templates::List page_list(const std::vector<const site::Page*>& list, site::View& view);

// A page's title and the description below it, with links to the sources of the figures in them.
markup::SafeHtml title_html(const site::Page& page, blocks::Context& context);
markup::SafeHtml lead_html(const site::Page& page, blocks::Context& context);

// What is to be kept in mind of the figures in a page's text, and where they come from.
markup::SafeHtml figure_notes(const blocks::Notes& figures, bool open, blocks::Context& context);

// {date, text, href} of what was put right on the page.
templates::List corrections_value(site::View& view);

// The contents of a document: headings of level 2 and, below them, 3.
templates::Value contents_value(const document::Document& document);

}  // namespace pages
