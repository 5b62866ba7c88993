// The values that a page's template gets: plain values, never the model itself. generator/TEMPLATES.md lists the names.
#pragma once

#include "document/document.h"
#include "pages/view.h"
#include "template/value.h"

namespace pages {

// Returns the values that every template gets, except `content` and those of the page's kind. Omits values that depend
// on other pages if the page's template does not use them.
templates::Map common_values(View& view);

// Returns a list with one value for each item.
template <class Items, class Make = std::identity>
templates::List list_of(const Items& items, Make make = {}) {
  templates::List list;
  for (const auto& item : items) list.push(make(item));
  return list;
}

// Returns a tree of YAML or JSON: maps, lists, texts, truth values and null.
templates::Value node_value(const notation::Node& node);

templates::Map titled_link(templates::Value title, templates::Value href);  // returns {title, href}
// Returns {title, href} of another page; `href` is relative to the view's page.
templates::Map link_value(const site::Page& page, const site::View& view);
templates::Map link_value(std::string_view address, site::View& view);
templates::Value optional_link(std::string_view address, site::View& view);  // the same; null for ""
// Returns a list of such links with description, minutes, kind, draft and extra.
templates::List page_list(const std::vector<std::string_view>& addresses, site::View& view);

// Returns the title of the context's page and its description, with links to the sources of their figures.
markup::SafeHtml title_html(blocks::Context& context);
markup::SafeHtml lead_html(blocks::Context& context);

// Returns the caveats of the figures in a page's text, and their sources.
markup::SafeHtml figure_notes(const blocks::Notes& figures, blocks::Context& context);

// Returns the table of contents of the view's page: headings of level 2, and below them headings of level 3.
templates::Value contents_value(const document::Document& document, View& view);

}  // namespace pages
