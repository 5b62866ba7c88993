// The pages of a page's tables and charts that stand in frames elsewhere: embed/NAME.html.
#pragma once
#include "pages/rendered_page.h"
#include "pages/theme.h"

namespace pages {

// Renders rendered.embeds into its files by the template embed.html, which sees `site`, `strings` and `embed` {title,
// html, is_chart, page (the title of the page it is from), href (its place there), canonical, root}.
void add_embed_pages(site::View& view, const Theme& theme, const templates::Map& ids, RenderedPage& rendered);

}  // namespace pages
