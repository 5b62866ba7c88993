// What serve itself shows in a browser: the mistakes of a build, over the last good page or as a page of their own, and
// that there is nothing at an address. Everything that comes from a site or from a request is escaped by the Writer.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "markup/html.h"

namespace serve {

// The mistakes, without the warnings, each with its place, its line and what to do; the first fifty, and how many more.
markup::SafeHtml mistakes_html(const base::Diagnostics& diagnostics);

// A page with the address of its script and style (below /.sourcebook/).
std::string mistakes_page(const markup::SafeHtml& mistakes);

// `nearest` are addresses that may be meant; `base_path` is where the site stands.
std::string missing_page(std::string_view path, const std::vector<std::string_view>& nearest,
                         std::string_view base_path);

}  // namespace serve
