// Redirects against what was rendered: their anchors are known only then. What else can be wrong with them was said
// before (site.h: add_redirects).
#pragma once
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "site/link.h"
#include "site/site.h"

namespace check {

// A page as it was rendered.
struct PageText {
  std::string_view address;
  std::string_view html;
};

// Codes: "redirect-nowhere" for a row to an anchor that is not there, "redirect-taken" for one from an anchor that is.
void check_redirects(const site::Site& site, const std::vector<site::PageLinks>& pages,
                     const std::vector<PageText>& texts, base::Diagnostics& diagnostics);

}  // namespace check
