// Folder check/: checks of the whole site. This file checks that its links and redirects lead to pages, files and
// anchors that exist.
#pragma once
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "site/link.h"
#include "site/site.h"

namespace check {

// Checks links within the site. Codes: "unknown-page", "unknown-anchor", "moved-link", and those of check_query().
void check_links(const site::Site& site, const std::vector<site::PageLinks>& pages, base::Diagnostics& diagnostics);

// A rendered page.
struct PageText {
  std::string_view address;
  std::string_view html;
};

// Checks redirects of anchors. Codes: "redirect-nowhere" for a row to an anchor that does not exist, "redirect-taken"
// for a row from an anchor that does. Other errors in redirects have been reported (site.h: add_redirects).
void check_redirects(const site::Site& site, const std::vector<site::PageLinks>& pages,
                     const std::vector<PageText>& texts, base::Diagnostics& diagnostics);

}  // namespace check
