// Entries for the figures of named things: "v5p memory" finds a value with its unit and its source, even if no page
// shows it.
// A thing is a row of a resource with one key column and a column `name` or `title`; a column `aliases` contains its
// other names. Its figures are the measured cells of that row and of its rows in other tables: the wide form of a long
// resource, a resource whose key is a foreign key to the thing, and each table listed in `search.figures` of site.json.
// The address of a thing is the page that is made from it, otherwise its row on the page of its resource. A thing
// without a page also becomes an entry.
// The lowest and the highest figure of a column also become entries (search/extremes.h).
#pragma once
#include <map>
#include <string>
#include <vector>

#include "search/entry.h"
#include "site/site.h"
#include "site/words.h"

namespace search {

inline constexpr size_t kMaxFigures = 20000;

// A page that is made from a thing.
struct ThingPage {
  std::string names;  // other names of the thing
  bool has_figures = false;
};

struct Figures {
  std::vector<Entry> entries;
  std::map<std::string, ThingPage, std::less<>> pages;  // pages by address
};
Figures figures_of(const site::Site& site, const site::Words& words);

}  // namespace search
