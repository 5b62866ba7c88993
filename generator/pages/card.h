// The preview that chats and wikis show for a link: title, description and a picture. Requires a base_url, because its
// addresses must be absolute.
#pragma once
#include <memory>
#include <string>

#include "pages/rendered_page.h"
#include "pages/view.h"
#include "template/value.h"

namespace pages {

// Whether the page has its own card picture. Other pages use the home page's.
bool has_own_card(const site::Config& config, const site::Page& page);

// Returns a figure in the page's text in the form that a card shows; `key` is as in "fig:prices/latte/price". Returns
// null if the figure is computed, is a named figure or has no source.
std::unique_ptr<blocks::KeyFigure> key_figure(std::string_view key, blocks::Context& context);

// Returns the site's mark as part of an SVG, 32 by 32 units; `mark` is its address, or "" for the theme's mark.
markup::SafeHtml card_mark(const site::Site& site, const std::string& mark);

// Returns {image, alt, width, height, takeaway} for parts/card.html, or null. `image` is "" if even the title of the
// home page can't be drawn. `takeaway` is the address, relative to the page, of a picture of a lesson's key takeaway,
// or "". Adds the page's own pictures to `rendered`.
templates::Value card_value(View& view, blocks::Context& context, Rendering& rendered);

}  // namespace pages
