// Images of content/ are what their names say, no heavier than readers' lines bear, and do nothing but show.
#pragma once
#include "base/diagnostic.h"
#include "site/site.h"

namespace check {

// Codes: "unreadable-image", "unsafe-svg" for what runs code or asks others for something (an SVG has an address of its
// own, and runs there with the rights of the site); a warning "huge-image".
void check_images(const site::Site& site, base::Diagnostics& diagnostics);

}  // namespace check
