// The render pass for one page: a pure function of the model, through the one door to data.
#pragma once
#include <map>

#include "pages/rendered_page.h"
#include "pages/theme.h"

namespace pages {

// What rests on a source or on a row of the data: pages, and tables and charts of theirs.
struct Backlink {
  const site::Page* page = nullptr;
  std::string anchor;
  auto operator<=>(const Backlink&) const = default;
};
using Backlinks = std::map<std::string, std::vector<Backlink>, std::less<>>;  // by blocks::Use::on

// Pages of sources and of the data wait for all others: only then is it known what rests on them.
bool waits_for_backlinks(const site::Page& page);

// May be called from any thread. With errors in `diagnostics`, `html` may be empty.
RenderedPage render_page(const site::Site& site, const site::Page& page, const Theme& theme,
                         const Backlinks& backlinks);

}  // namespace pages
