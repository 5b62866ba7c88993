// Every link within the site leads to something: a page or file that is published, and on it the anchor that is named.
#pragma once
#include <vector>

#include "base/diagnostic.h"
#include "site/link.h"
#include "site/site.h"

namespace check {

// Codes: "unknown-page", "unknown-anchor", "moved-link".
void check_links(const site::Site& site, const std::vector<site::PageLinks>& pages, base::Diagnostics& diagnostics);

}  // namespace check
