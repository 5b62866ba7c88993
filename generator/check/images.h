// Images of content/ have the format of their ending, a reasonable size, and no active content.
#pragma once
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "site/site.h"

namespace check {

// Codes: "unreadable-image", "unsafe-svg" for an SVG that runs code or loads something (opened as a page, it runs with
// the rights of the site); a warning "huge-image";
// "bad-diagram" (blocks/diagram.h), which may use the theme's `colours`.
void check_images(const site::Site& site, const std::vector<std::string>& colours, base::Diagnostics& diagnostics);

}  // namespace check
