// A table or chart for a frame (<iframe>) on somebody else's page: what stands in embed/NAME.html, and how high a frame
// must be that shows it whole.
//
// A frame's height is written into the page that holds it, once, for every screen. So it is that of the highest of the
// widths from 360 px up: texts are measured (markup/text_width.h) with some room for other fonts, and assets/embed.css
// keeps the sizes that are counted with here. What is longer than a screen scrolls within the frame.
#pragma once
#include <string>
#include <vector>

#include "blocks/origins.h"
#include "blocks/short_text.h"
#include "blocks/table_columns.h"
#include "chart/draw.h"
#include "markup/html.h"

namespace blocks {

struct Embed {
  std::string name, title;
  bool is_chart = false;
  markup::SafeHtml html;  // a <figure>, its links as seen from embed/NAME.html
  unsigned height = 0;    // px
};

// "embed/NAME.html"
std::string embed_address(const std::string& name);

// The parts of a figure, as they are on its page.
struct EmbedParts {
  std::string name;
  ShownWords title, subtitle;
  bool is_chart = false;
  markup::SafeHtml body;  // the drawings, or the table with its key
  ShownWords note;
  std::vector<ShownWords> remarks;  // what may be compared, caveats
  Origins origins;
  std::vector<markup::SafeHtml> folded;  // each a <details>, or the way to all rows
  double body_height = 0;                // px, at the width at which it is highest

  void add_caveats(const std::vector<std::string>& caveats) {
    for (const std::string& each : caveats) remarks.push_back({each, markup::SafeHtml::text(each)});
  }
};
Embed make_embed(EmbedParts parts, Context& context);

// How high the drawings are where they are widest.
double drawings_height(const chart::Drawing& wide, const chart::Drawing& narrow);
// About how high a table of these rows is on a small screen; a card a row there, or a line. Never more than it may have
// in a frame: the rest scrolls.
double table_height(const quantity::Frame& frame, const std::vector<ShownColumn>& columns, size_t rows, bool cards);

}  // namespace blocks
