// Finds the page that a command-line argument means: an address as a browser shows it, or the page's file.
#pragma once
#include <string>
#include <string_view>

#include "site/site.h"

namespace site {

// The page at an address, "lessons/cost.html", also without its "index.html" or ".html", below base_url or its path,
// with a query or an anchor; or the page of a file, "lessons/cost.md", with or without content/. Null if there is none.
const Page* page_named(const Site& site, std::string_view name);

// A suggestion for an unknown name: `did you mean "lessons/cost.html"?`; "" if nothing is similar.
std::string suggest_page(const Site& site, std::string_view name);

}  // namespace site
