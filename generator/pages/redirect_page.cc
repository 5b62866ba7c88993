// What stands at an address that moved or was retired.
#include "pages/ask.h"
#include "pages/kinds.h"
#include "pages/moved.h"
#include "pages/page_values.h"
#include "site/url.h"

namespace pages {
namespace {

// The nearest page above an address that is there: its section's, or the home page.
const site::Page* nearest_above(const site::Site& site, std::string_view address) {
  for (std::string_view folder = site::folder_of(address); !folder.empty(); folder = site::folder_of(folder)) {
    const site::Section* section = site.section_of(folder);
    if (section && section->index) return section->index;
  }
  return site.top().index;
}

}  // namespace

const site::Page* read_nearest_above(site::View& view) {
  const site::Page* above = nearest_above(view.site(), view.page().address);
  view.record("nearest-above", base::hash_bytes(above ? above->address : ""));
  return above;
}

void add_redirect_values(KindContext& kind) {
  site::View& view = kind.context.view;
  const site::Redirect& row = *view.moved().page;
  const bool inside = !row.to.address.empty();
  const std::string& base_url = view.config().base_url;
  templates::Map map = lead(row, view);
  map.set("since", row.since).set("why", row.why);
  map.set("canonical", inside && !base_url.empty() ? site::absolute_url(base_url, row.to.address) : "");
  const site::Page* above = read_nearest_above(view);
  map.set("above", above ? templates::Value(link_value(*above, view)) : templates::Value());
  kind.values.set("redirect", std::move(map));
}

}  // namespace pages
