// The promise that published addresses last (data/permalinks.txt, data/redirects.csv), held against what was rendered.
#pragma once
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "check/losses.h"
#include "check/permalinks.h"
#include "pages/rendered_page.h"

namespace build {

struct Inputs;

struct AddressCheck {
  check::Permalinks recorded;
  std::vector<check::Loss> losses;  // each was reported
};

std::vector<site::PageLinks> links_of(const std::vector<pages::RenderedPage>& rendered);

// `is_whole`: no mistake has kept a page from being made.
AddressCheck check_addresses(const Inputs& inputs, const site::Site& site,
                             const std::vector<pages::RenderedPage>& rendered, bool is_whole,
                             base::Diagnostics& diagnostics);

}  // namespace build
