// The line below a table, chart or estimate with its files, and with the control that leads to the block itself: a
// plain link, which assets/share.js makes a menu of ways to copy where it leads. Each link says to what it belongs.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "blocks/context.h"

namespace blocks {

struct Download {
  std::string address;    // within the site
  std::string_view word;  // the key of its name in the theme's strings: "csv"
};

// tables/NAME.csv and .json.
std::vector<Download> table_files(const std::string& name);

// `embed_height` is that of embed/NAME.html in an <iframe>, in px; 0 where there is no such page.
void write_downloads(const std::vector<Download>& files, const std::string& name, const std::string& title,
                     unsigned embed_height, markup::Writer& out, Context& context);

}  // namespace blocks
