// A table or chart for a frame (<iframe>) on somebody else's page: what is in embed/NAME.html, and how high a frame is
// enough for it on most screens. In one that is too low it scrolls, and assets/embed.js tells the page around it.
#pragma once
#include <string>
#include <vector>

#include "blocks/origins.h"
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
  // What the author wrote, as plain words and with its links.
  struct Words {
    std::string text;
    markup::SafeHtml html;
  };
  std::string name;
  Words title, subtitle;
  bool is_chart = false;
  markup::SafeHtml body;  // the drawings, or the table with its key
  Words note;
  std::vector<std::string> remarks;  // what may be compared, caveats
  Origins origins;
  std::vector<markup::SafeHtml> folded;  // each a <details>, or the way to all rows
  double body_height = 0;                // about, in px
};
Embed make_embed(EmbedParts parts, Context& context);

}  // namespace blocks
