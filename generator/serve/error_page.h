// Pages about errors: the errors of a build, over the last good page or as a separate page, and "not found". The Writer
// escapes everything that comes from a site or a request.
#pragma once
#include <string>
#include <string_view>

#include "base/diagnostic.h"
#include "markup/html.h"

namespace serve {

// Returns the errors without warnings, with position, line and remedy: the first fifty, and the number of the others.
markup::SafeHtml mistakes_html(const base::Diagnostics& diagnostics);

// Returns a page that shows these errors, with the address of its script and style (below /.sourcebook/).
std::string mistakes_page(const markup::SafeHtml& mistakes);

// Returns the page "not found".
std::string missing_page(std::string_view path);

}  // namespace serve
