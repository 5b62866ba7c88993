// Writes the Markdown version of a page, PAGE.md next to PAGE.html, with the same words, figures, tables and sources,
// for people on a forge, programs, and language models.
// It is made from the page's HTML, so it contains what the page shows, for every block, kind of page and template, and
// reads no other part of the site except other pages. Elements that only make sense in a browser are omitted:
// navigation, controls, drawings, cards, and elements with data-markdown="no".
#pragma once
#include <string>
#include <string_view>

#include "site/view.h"

namespace pages {

// Whether pages of this kind have a Markdown version.
bool has_markdown_version(site::PageKind kind, const site::Config& config);

// Returns the address of a page's Markdown version: "lessons/cost.md" for "lessons/cost.html".
std::string markdown_address(std::string_view address);

// `html` is the published HTML of the view's page. Links to pages that have a Markdown version lead to that version.
// `link_words` is the text before the link to the page itself: "The page on the site:".
std::string write_markdown_page(std::string_view html, site::View& view, std::string_view link_words);

}  // namespace pages
