// What surrounds the content of a table, chart or estimate: its caption, its sources and dates, its caveats, downloads
// and notes. A table or chart may also be an embed, which other sites show in an <iframe>.
#pragma once
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "blocks/ages.h"
#include "blocks/context.h"
#include "blocks/short_text.h"

namespace blocks {

// The origins of a whole block: its sources, sorted by the number of values from each, and its dates.
struct Origins {
  static constexpr size_t kMaxNamed = 3;  // the number of sources named on one line

  std::vector<const data::Source*> sources = {};
  std::vector<std::string> unsourced = {};  // the texts of no_source_text()
  std::set<std::string> dates = {};         // the dates of dates_of()
  quantity::Refs refs = {};
  Ages ages = {};

  size_t size() const { return sources.size() + unsourced.size(); }
};

// Collects the origins of the measured cells in these columns.
Origins origins_of(const quantity::Frame& frame, const std::vector<size_t>& columns, Context& context);

struct BlockParts {
  const std::string& name;  // the block's anchor
  ShownWords title;
  markup::SafeHtml note;
  std::vector<ShownWords> compared;
  const Notes& notes;
  ShownWords subtitle = {};
  Origins origins = {};
};

// Lists the sources: "Source: Bean Street, Price card" or "Sources: A; B; C; and 2 more"; the HTML has links to their
// pages. Empty without sources.
ShownWords origins_words(const BlockParts& parts, size_t most, Context& context);

struct Download {
  std::string address;    // the address relative to the site's root
  std::string_view word;  // the key of the link's text in the theme's strings: "csv"
};

// Returns tables/NAME.csv and tables/NAME.json.
std::vector<Download> table_files(const std::string& name);

// Returns a link to the page with all rows; empty if `address` is empty.
markup::SafeHtml all_rows_html(const std::string& address, size_t rows, Context& context);

// Returns the SQL of the frame's query or view; empty for a resource. computed_html() shows it in a <details>, unless a
// block above does.
markup::SafeHtml query_html(std::string_view data, Context& context);
markup::SafeHtml computed_html(std::string_view data, const BlockParts& parts, Context& context);

// Returns the caveats that no block above shows. For the others, adds a line to `lines` with links to their blocks.
std::vector<std::string> new_caveats(const std::vector<std::string>& caveats, const Above::Block& block,
                                     std::vector<ShownWords>& lines, Context& context);

// Writes the list of caveats: the author's note, what can be compared, and the caveats about the visible rows.
void write_caveats(const markup::SafeHtml& note, const std::vector<ShownWords>& compared,
                   const std::vector<std::string>& caveats, markup::Writer& out);

void write_caption(const BlockParts& parts, std::string_view element, markup::Writer& out);

// The part below a block that differs between the kinds of blocks.
struct About {
  std::string as_of;
  std::vector<Download> files;
  unsigned embed_height = 0;  // the height in px that embed/NAME.html needs; 0 if that page does not exist
  markup::SafeHtml before, data, computed;
  bool is_open = false;
};

// Writes a line with the block's sources and dates, and a <details> with everything else: `before`, the caveats, a line
// with links to the files and to the block itself (which assets/share.js replaces by a menu of ways to share it),
// `data`, the notes and `computed`.
void write_about(const BlockParts& parts, const About& about, markup::Writer& out, Context& context);

struct Embed {
  std::string name, title;
  std::string summary;  // a chart in words; "" for a table
  bool is_chart = false;
  markup::SafeHtml html;  // a <figure> with links relative to embed/NAME.html
  // The height in px that is sufficient on most screens. If the <iframe> is too low, the embed scrolls, and
  // assets/embed.js posts its height to the page that embeds it.
  unsigned height = 0;
};

// Returns the address of an embed: "embed/NAME.html".
std::string embed_address(const std::string& name);

// `body` is the drawings, or the table with its key; `body_height` is its approximate height in px; `data` is a
// <details> element, or the link to all rows.
Embed make_embed(const BlockParts& parts, bool is_chart, const markup::SafeHtml& body, double body_height,
                 const markup::SafeHtml& data, Context& context);

}  // namespace blocks
