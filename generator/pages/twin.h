// The Markdown twin of a page, PAGE.md beside PAGE.html: the same words, figures, tables and sources for those who read
// Markdown: people on a forge, programs, language models.
//
// It is made from the page's HTML. So it says what the page shows, whatever block, kind of page or template of the
// site's own it comes from, and nothing is shown that did not pass through the one door. What is there for a browser
// only is left out: navigation, controls, drawings, cards; and, in anybody's templates, elements with
// data-twin="no".
#pragma once
#include <string>
#include <string_view>

#include "site/view.h"

namespace pages {

// Whether the page has one: all pages that are read, but for the page of what is not found and those for paper.
bool has_twin(const site::Page& page, const site::Config& config);

// "lessons/cost.md" for "lessons/cost.html".
std::string twin_address(std::string_view address);

// `html` is the view's page as published. Links to pages that have a twin lead to it; `link_words` tell where the page
// itself is, "The page on the site:". The links' pages are read.
std::string write_twin(std::string_view html, site::View& view, std::string_view link_words);

}  // namespace pages
