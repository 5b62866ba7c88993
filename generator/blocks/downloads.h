// Writes the parts below tables, charts and estimates: a link to all rows, dates, caveats, and a line with links to
// their files and to the block itself, which assets/share.js replaces by a menu of ways to share it.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "blocks/context.h"
#include "blocks/origins.h"
#include "blocks/short_text.h"

namespace blocks {

struct Download {
  std::string address;    // the address relative to the site's root
  std::string_view word;  // the key of the link's text in the theme's strings: "csv"
};

// Returns tables/NAME.csv and tables/NAME.json.
std::vector<Download> table_files(const std::string& name);

// `embed_height` is the height in px that embed/NAME.html needs in an <iframe>; 0 if that page does not exist.
void write_downloads(const std::vector<Download>& files, const std::string& name, const std::string& title,
                     unsigned embed_height, markup::Writer& out, Context& context);

// Returns a link to the page with all rows; empty if `address` is empty.
markup::SafeHtml all_rows_html(const std::string& address, size_t rows, Context& context);

// Writes the part below a table or chart: a line with its sources and dates, and everything else in a <details>.
// `anchor` is the block's anchor, for the pages of its sources.
void write_about(const Origins& origins, std::string_view as_of, const std::string& anchor, bool open,
                 const markup::SafeHtml& details, markup::Writer& out, Context& context);

// Writes the list of caveats: the author's note, what can be compared, and the caveats about the visible rows.
void write_caveats(const markup::SafeHtml& note, const std::vector<ShownWords>& compared,
                   const std::vector<std::string>& caveats, markup::Writer& out);

}  // namespace blocks
