// A page that was rendered, as what a search finds in it: its parts by heading, and the rows of its tables.
//
// The page itself is read, not what it was made from: so whatever it shows, figures filled in and rows of queries
// included, is found under the words that readers see, also where a site has templates of its own. Left out is what
// stands on many pages or repeats what is said elsewhere: navigation, notes, references, cards, the data behind charts,
// and whatever a template marks with the attribute data-unsearched.
#pragma once
#include <string_view>
#include <vector>

#include "search/entry.h"

namespace search {

struct PageInfo {
  std::string_view address;
  std::string_view title;
  std::string_view description;
  std::string_view section;   // what the page is part of, which tells pages of one title apart
  Kind kind = Kind::page;     // of its parts
  bool in_parts = true;       // an entry for each heading; else one for all of it
  bool each_heading = false;  // what stands above the first heading is no entry: a list of words
  bool rows = true;           // its tables' rows too
  std::string_view names;     // other words for the page, of all its entries
};

// `html` is well-formed as our writer and templates give it; of anything else as much is read as can be.
std::vector<Entry> read_page(std::string_view html, const PageInfo& page);

}  // namespace search
