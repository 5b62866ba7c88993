// Finds the page that a command-line argument refers to: an address as a browser shows it, or the page's file.
#pragma once
#include <string>
#include <string_view>

#include "site/site.h"

namespace site {

// Returns the page at an address or of a file, or null. An address such as "lessons/cost.html" may omit "index.html" or
// ".html", start with base_url or its path, and have a query or an anchor. A file is "lessons/cost.md", with or without
// content/.
const Page* page_named(const Site& site, std::string_view name);

// Returns a suggestion for an unknown name: `did you mean "lessons/cost.html"?`; "" if nothing is similar.
std::string suggest_page(const Site& site, std::string_view name);

}  // namespace site
