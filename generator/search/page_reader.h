// The entries of a rendered page: its parts by heading, and the rows of its tables.
//
// Reads the HTML, not the Markdown, so that everything a page shows, including figures and rows of queries, is found by
// the words that readers see, even with a site's own templates. Skips what is on many pages or repeats other parts:
// navigation, notes, references, cards, the data of charts, and elements with the attribute data-unsearched.
#pragma once
#include <string_view>
#include <vector>

#include "search/entry.h"

namespace search {

struct PageInfo {
  std::string_view address;
  std::string_view title;
  std::string_view description;
  std::string_view section;   // distinguishes pages with the same title
  Kind kind = Kind::page;     // of its parts
  bool in_parts = true;       // an entry for each heading; otherwise one for the whole page
  bool each_heading = false;  // no entry for the text above the first heading, as in a glossary
  bool rows = true;           // an entry for each row of its tables
  double importance = 1;      // of its entries
  std::string names;          // other words for the page, for its first entry
};

// `html` is well-formed, as written by this program; other HTML is read on a best-effort basis.
std::vector<Entry> read_page(std::string_view html, const PageInfo& page);

}  // namespace search
