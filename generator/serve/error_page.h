// Pages of the server itself: the errors of a build, over the last good page or as a separate page, and "not found".
// Everything that comes from a site or from a request is escaped by the Writer.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "markup/html.h"

namespace serve {

// The errors, without warnings, each with its position, line and remedy: the first fifty, and how many more there are.
markup::SafeHtml mistakes_html(const base::Diagnostics& diagnostics);

// A page with the address of its script and style (below /.sourcebook/).
std::string mistakes_page(const markup::SafeHtml& mistakes);

// `nearest` are similar addresses; `base_path` is that of the site.
std::string missing_page(std::string_view path, const std::vector<std::string_view>& nearest,
                         std::string_view base_path);

}  // namespace serve
