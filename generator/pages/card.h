// The preview of a link in chats and wikis: title, description and a picture. Only for a site with a base_url, since
// none of that may be relative.
#pragma once
#include <memory>
#include <string>

#include "pages/rendered_page.h"
#include "pages/view.h"
#include "template/value.h"

namespace pages {

// The folder of these pictures: among the theme's own files, where no page of an author can be.
inline constexpr std::string_view kCardFolder = "assets/cards/";

// Whether the page has a picture of its own; others show that of the home page.
bool has_own_card(const site::ShownConfig& config, const site::PageLink& page);

// A figure of the page's text as a card shows it, `key` as in "fig:prices/latte/price"; null for one that is
// computed, has a name of its own or no source.
std::unique_ptr<blocks::KeyFigure> key_figure(std::string_view key, blocks::Context& context);

// The mark of the site as a part of an SVG of 32 by 32 units; `mark` is its address, "" for the theme's.
markup::SafeHtml card_mark(const site::Site& site, const std::string& mark);

// {image, alt, width, height} for parts/card.html, or null; `image` is "" if not even the title of the home page can be
// drawn. Adds the page's own picture to those of `rendered`.
templates::Value card_value(View& view, blocks::Context& context, RenderedPage& rendered);

}  // namespace pages
