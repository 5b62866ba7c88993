// What chats and wikis show of a link to a page: its title and description, and a picture. Only for a site that knows
// where it is published, since none of that may be relative.
#pragma once
#include <memory>
#include <string>

#include "pages/rendered_page.h"
#include "pages/theme.h"
#include "template/value.h"

namespace pages {

// Where these pictures are: beside the theme's own files, where no page of an author can be.
inline constexpr std::string_view kCardFolder = "assets/cards/";

// Whether the page has a picture of its own; others show that of the home page.
bool has_own_card(const site::Config& config, const site::Page& page);

// A figure of the page's text as a card shows it, `key` as in "fig:prices/latte/price"; null for one that is
// computed, has a name of its own or no source.
std::unique_ptr<blocks::KeyFigure> key_figure(std::string_view key, blocks::Context& context);

// The mark of the site as a part of an SVG of 32 by 32 units; `mark` is its address, "" for the theme's.
markup::SafeHtml card_mark(const site::Site& site, const std::string& mark);

// {image, alt, width, height} as parts/card.html takes it, or null; `image` is "" where even the home page's title
// can't be drawn. Adds the page's own picture to those of `rendered`.
templates::Value card_value(blocks::Context& context, const Theme& theme, RenderedPage& rendered);

}  // namespace pages
