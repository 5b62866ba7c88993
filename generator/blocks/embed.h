// A table or chart for an <iframe> on another site: the content of embed/NAME.html, and the height that is sufficient
// on most screens. If the <iframe> is too low, the embed scrolls, and assets/embed.js posts its height to the page that
// embeds it.
#pragma once
#include <string>
#include <vector>

#include "blocks/origins.h"
#include "blocks/short_text.h"
#include "markup/html.h"

namespace blocks {

struct Embed {
  std::string name, title;
  bool is_chart = false;
  markup::SafeHtml html;  // a <figure> with links relative to embed/NAME.html
  unsigned height = 0;    // the height in px
};

// Returns the address of an embed: "embed/NAME.html".
std::string embed_address(const std::string& name);

// The parts of a block's figure, as on its page.
struct EmbedParts {
  std::string name;
  ShownWords title, subtitle;
  bool is_chart = false;
  markup::SafeHtml body;  // the drawings, or the table with its key
  ShownWords note;
  std::vector<ShownWords> compared;
  std::vector<std::string> caveats;
  Origins origins;
  std::vector<markup::SafeHtml> folded;  // <details> elements, or the link to all rows
  double body_height = 0;                // the approximate height of `body` in px
};
Embed make_embed(EmbedParts parts, Context& context);

}  // namespace blocks
