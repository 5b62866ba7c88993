// Folder pages/: pages as HTML. This is the render pass for one page: a pure function of the model.
#pragma once
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "pages/rendered_page.h"
#include "pages/theme.h"

namespace pages {

// A page, or a table or chart on it, that depends on a source or on a row of the data.
struct Backlink {
  const site::Page* page = nullptr;
  std::string_view anchor;  // owned by the page
};
using Backlinks = std::unordered_map<std::string_view, std::vector<Backlink>>;  // by blocks::Use::on

// Pages of sources and of the data are rendered last, when everything that depends on them is known.
bool waits_for_backlinks(const site::Page& page);

// May be called from any thread. With errors in `diagnostics`, `html` may be empty.
RenderedPage render_page(const site::Site& site, const site::Page& page, const Theme& theme, const Backlinks& backlinks,
                         site::Recorder reads = site::Recorder());

}  // namespace pages
