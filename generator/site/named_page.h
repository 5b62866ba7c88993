// Finds the page that a command-line argument means: an address as a browser shows it, or the page's file.
#pragma once
#include <string>
#include <string_view>

#include "site/site.h"

namespace site {

// The page at an address, "lessons/cost.html": also without its "index.html" or ".html", below base_url or the path of
// that, with a query or an anchor. Or that of a file, "lessons/cost.md", with content/ before it or without. Null for
// none.
const Page* page_named(const Site& site, std::string_view name);

// A suggestion for an unknown name: `did you mean "lessons/cost.html"?`; "" if nothing is similar.
std::string suggest_page(const Site& site, std::string_view name);

}  // namespace site
