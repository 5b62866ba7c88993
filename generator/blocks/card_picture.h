// The card of a page: the picture that a chat or a wiki shows beside a link to it (https://ogp.me/). 1200 by 630
// pixels, in the site's light colours: its mark and title, the page's title and description, and a chart or a figure of
// it.
#pragma once
#include <optional>
#include <string>

#include "blocks/context.h"
#include "chart/draw.h"

namespace blocks {

inline constexpr int kCardWidth = 1200, kCardHeight = 630;

// A figure with what makes it one: "410,000 ops/s", "Reads (alder)", "Example Lab, Four engines, 2026-03".
struct KeyFigure {
  std::string value, label, source;
};

struct CardWords {
  std::string title, description;
  std::string above;    // what kind of page it is, or its section; may be ""
  std::string site;     // the site's title
  std::string address;  // without the scheme; may be ""
  std::string_view language;
  markup::SafeHtml mark;  // 32 by 32 units
};

// Whether a picture can say this: the font that pictures are drawn with has all its letters.
bool can_be_drawn(std::string_view text);

// An SVG file of half the size, to be drawn with two pixels for each px. `chart` and `figure` may be null; the chart is
// left out where it would be too small to be recognised. REQUIRES: can_be_drawn(words.title); other texts that can't be
// drawn are left out.
std::string card_picture(const CardWords& words, const chart::Drawing* chart, const KeyFigure* figure,
                         const std::string& style);

}  // namespace blocks
