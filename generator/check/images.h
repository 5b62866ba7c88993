// Checks that images in content/ have the format of their extension, a reasonable size, and no active content.
#pragma once
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "site/site.h"

namespace check {

// Codes: "unreadable-image"; "unsafe-svg" for an SVG that runs code or loads something (opened as a page, it would run
// with the rights of the site); a warning "huge-image"; "bad-diagram" (blocks/diagram.h). Diagrams may use the theme's
// `colours`.
void check_images(const site::Site& site, const std::vector<std::string>& colours, base::Diagnostics& diagnostics);

}  // namespace check
