// The pages embed/NAME.html, each with one table or chart for a frame on another site, and embed/NAME.json, by which
// chats and editors that are given its address show it (https://oembed.com).
#pragma once
#include "pages/rendered_page.h"
#include "pages/view.h"
#include "template/value.h"

namespace pages {

// Adds the pages of the page's tables and charts. Their template, embed.html, gets `site`, `strings`, `ids` and `embed`
// {title, html, is_chart, page (the title of the page), href (of the table or chart on the page), canonical, root}; if
// previews are published, also `embed.oembed` (the URL of the JSON file), and `page` and `card` for parts/card.html.
// `card` is that of the page, for tables.
void add_embed_pages(View& view, const templates::Map& ids, const templates::Value& card, Rendering& rendered);

}  // namespace pages
