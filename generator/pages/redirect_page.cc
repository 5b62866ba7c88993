// The page at an address that moved or was retired.
#include "pages/kinds.h"
#include "pages/moved.h"
#include "pages/page_values.h"
#include "site/url.h"

namespace pages {

void add_redirect_values(KindContext& kind) {
  View& view = kind.view;
  const site::RedirectRow row = *view.redirect(view.address());
  const std::string& base_url = view.config().base_url;
  templates::Map map = lead(row, view);
  map.set("since", row.since).set("why", row.why);
  const bool has_canonical = !row.to_address.empty() && !base_url.empty();
  map.set("canonical", has_canonical ? site::absolute_url(base_url, row.to_address) : "");
  const std::string_view above = view.nearest_above();
  map.set("above", above.empty() ? templates::Value() : templates::Value(link_value(above, view)));
  kind.values.set("redirect", std::move(map));
}

}  // namespace pages
