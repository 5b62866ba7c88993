// Standalone pictures, for readers who do not see the rest of the site. The picture of a chart is the drawing with its
// title and subtitle above, and its notes, sources, dates and address below. The card of a page is the picture that a
// chat or wiki shows next to a link (https://ogp.me/), with a chart or a figure of the page.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "base/source_text.h"
#include "blocks/context.h"
#include "chart/draw.h"

namespace blocks {

// The margin around the drawing in px.
inline constexpr double kPictureMargin = 24;

struct PictureWords {
  std::vector<std::string> notes;  // one string per paragraph
  std::string site;                // the site's title
  std::string address;             // the address of the chart; "" if unknown
  std::string_view language;
  std::string summary_id;  // the id by which the drawing refers to its summary
};

// Returns an SVG file with its own style and size in px. It is well-formed XML whatever the texts contain.
std::string chart_picture(const chart::Drawing& drawing, const PictureWords& words, const std::string& style);

struct Diagram;
// Returns an SVG file of a diagram in light colours; `scale` is the size of its unit in px.
std::string diagram_picture(const Diagram& diagram, std::string_view title, double scale, const PictureStyles& styles);

// Returns the stylesheet of charts (templates/assets/chart.css) with the theme's tokens. Files may be null.
PictureStyles picture_styles(const base::SourceText* tokens, const base::SourceText* chart);

inline constexpr int kCardWidth = 1200, kCardHeight = 630;
inline constexpr double kCardScale = 0.5;  // the size of a unit in px: a card is drawn with two pixels for each px

// A figure with its label and source: "410,000 ops/s", "Reads (alder)", "Example Lab, Four engines, 2026-03".
struct KeyFigure {
  std::string value, label, source;
};

struct CardWords {
  std::string title, description;
  std::string above;    // the page's kind, or its section; may be ""
  std::string site;     // the site's title
  std::string address;  // the address without its scheme; may be ""
  std::string_view language;
  markup::SafeHtml mark;  // a picture of 32 by 32 units
};

// Returns an SVG file of half the size, to be drawn with two pixels for each px. `chart` and `figure` may be null. A
// chart that would be too small is omitted, as are texts that can't be drawn. REQUIRES:
// markup::has_letters(words.title)
std::string card_picture(const CardWords& words, const chart::Drawing* chart, const KeyFigure* figure,
                         const std::string& style);

}  // namespace blocks
