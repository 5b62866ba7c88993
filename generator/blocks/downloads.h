// The control of a table, chart or estimate that leads to it: a plain link, which assets/share.js makes a menu of ways
// to copy where it leads.
#pragma once
#include <string>

#include "blocks/context.h"

namespace blocks {

// `embed_height` is that of embed/NAME.html in an <iframe>, in px; 0 where there is no such page.
void write_share_link(const std::string& name, const std::string& title, unsigned embed_height, markup::Writer& out,
                      Context& context);

}  // namespace blocks
