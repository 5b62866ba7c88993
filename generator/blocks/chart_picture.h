// A chart as a picture that stands alone: the drawing, above it its title and subtitle, and below it what a reader
// needs who sees nothing else of the site: what to keep in mind, sources, dates, and where it was published.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "base/source_text.h"
#include "blocks/context.h"
#include "chart/draw.h"

namespace blocks {

// Around the drawing, on each side, in px.
inline constexpr double kPictureMargin = 24;

struct PictureWords {
  std::vector<std::string> notes;  // a paragraph each
  std::string site;                // the site's title
  std::string address;             // where the chart stands; "" when that is not known
  std::string_view language;
};

// An SVG file with its own style and size in px, which is well-formed XML whatever the words are.
std::string chart_picture(const chart::Drawing& drawing, const PictureWords& words, const std::string& style);

// How charts look (templates/assets/chart.css) with the values of the theme's tokens. Null for a file that is not
// there.
PictureStyles picture_styles(const base::SourceText* tokens, const base::SourceText* chart);

}  // namespace blocks
