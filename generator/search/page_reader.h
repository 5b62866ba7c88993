// Reads a rendered page into entries: its parts by heading, and the rows of its tables.
//
// Reads the HTML rather than the Markdown, so that readers find everything that a page shows, including figures and
// rows of queries, by the words that they see, even if a site has its own templates. Skips parts that are on many pages
// or repeat other parts: navigation, notes, references, cards, the data of charts, and elements with the attribute
// data-unsearched.
#pragma once
#include <string_view>
#include <vector>

#include "search/entry.h"

namespace search {

struct PageInfo {
  // The page's first entry, without the page's text. Its text is the description; its context is the section's title,
  // which distinguishes pages with the same title.
  Entry entry;
  bool in_parts = true;       // whether each heading gets an entry; if not, the page gets a single one
  bool each_heading = false;  // whether the text above the first heading gets no entry, as in a glossary
  bool rows = true;           // whether each row of the page's tables gets an entry
};

// Returns the entries of a page. `html` must be well-formed, as written by this program; other HTML may lose entries.
std::vector<Entry> read_page(std::string_view html, const PageInfo& page);

}  // namespace search
