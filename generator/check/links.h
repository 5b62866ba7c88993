// Folder check/: checks of the whole site. This one: each link within it leads to a page, file or anchor that exists.
#pragma once
#include <vector>

#include "base/diagnostic.h"
#include "site/link.h"
#include "site/site.h"

namespace check {

// Codes: "unknown-page", "unknown-anchor", "moved-link".
void check_links(const site::Site& site, const std::vector<site::PageLinks>& pages, base::Diagnostics& diagnostics);

}  // namespace check
