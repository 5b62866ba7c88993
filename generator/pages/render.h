// Folder pages/: renders pages as HTML. This is the render pass for one page: a pure function of the model.
#pragma once
#include <string_view>
#include <unordered_map>
#include <vector>

#include "pages/rendered_page.h"
#include "pages/theme.h"

namespace pages {

// A page, or a table or chart on it, that depends on a source or a row of the data.
struct Backlink {
  const site::Page* page = nullptr;
  std::string_view anchor;  // owned by the page
};
using Backlinks = std::unordered_map<std::string_view, std::vector<Backlink>>;  // backlinks by blocks::Use::on

// Whether a page is rendered last, when everything that depends on it is known: pages of sources and data.
bool waits_for_backlinks(const site::Page& page);

// Renders a page. May be called from any thread. If `diagnostics` has errors, `html` may be empty.
RenderedPage render_page(const site::Site& site, const site::Page& page, const Theme& theme,
                         const Backlinks& backlinks);

}  // namespace pages
