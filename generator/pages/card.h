// The preview of a link in chats and wikis: title, description and a picture. Requires a base_url, because its
// addresses must be absolute.
#pragma once
#include <memory>
#include <string>

#include "pages/rendered_page.h"
#include "pages/view.h"
#include "template/value.h"

namespace pages {

// The folder of these pictures: among the theme's own files, where authors can't put pages.
inline constexpr std::string_view kCardFolder = "assets/cards/";

// Whether the page has its own picture; other pages use that of the home page.
bool has_own_card(const site::ShownConfig& config, const site::PageLink& page);

// A figure in the page's text as a card shows it; `key` is as in "fig:prices/latte/price". Null if the figure is
// computed, is named or has no source.
std::unique_ptr<blocks::KeyFigure> key_figure(std::string_view key, blocks::Context& context);

// The mark of the site as a part of an SVG of 32 by 32 units; `mark` is its address, "" for the theme's.
markup::SafeHtml card_mark(const site::Site& site, const std::string& mark);

// {image, alt, width, height, takeaway} for parts/card.html, or null. `image` is "" if even the title of the home page
// can't be drawn; `takeaway` is a picture of a lesson's key takeaway, relative to the page, or "". Adds the page's own
// pictures to those of `rendered`.
templates::Value card_value(View& view, blocks::Context& context, Rendering& rendered);

}  // namespace pages
