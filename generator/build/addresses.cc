#include "build/addresses.h"

#include "build/parse.h"
#include "check/changed_anchors.h"
#include "check/links.h"

namespace build {

std::vector<site::PageLinks> links_of(const std::vector<pages::RenderedPage>& rendered) {
  std::vector<site::PageLinks> links;
  links.reserve(rendered.size());
  for (const pages::RenderedPage& page : rendered)
    links.push_back({page.page, &page.links, &page.anchors, &page.parts, &page.row_anchors});
  return links;
}

AddressCheck check_addresses(const Inputs& inputs, const site::Site& site,
                             const std::vector<pages::RenderedPage>& rendered, bool is_whole,
                             base::Diagnostics& diagnostics) {
  if (rendered.empty()) return {};  // after a mistake in a template
  const std::vector<site::PageLinks> links = links_of(rendered);
  std::vector<check::PageText> texts;
  for (const pages::RenderedPage& page : rendered)
    if (!site.redirects.parts_of(page.page->address).empty()) texts.push_back({page.page->address, page.html});
  check::check_redirects(site, links, texts, diagnostics);

  AddressCheck checked;
  checked.recorded = check::read_permalinks(inputs.find_source(check::kPermalinks), diagnostics);
  checked.losses = check::find_losses(site, links, checked.recorded, is_whole);
  check::report_losses(site, checked.losses, diagnostics);
  check::report_changed_anchors(site, check::find_changed_anchors(site, links, checked.recorded), diagnostics);
  return checked;
}

}  // namespace build
