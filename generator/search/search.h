// Folder search/: the search index, as files for assets/search.js. The gather pass makes it from rendered pages.
#pragma once
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "search/entry.h"
#include "search/page_reader.h"
#include "site/site.h"
#include "site/words.h"

namespace search {

// A page that is made from a thing.
struct ThingPage {
  std::string names;  // other names of the thing
  bool has_figures = false;
};

struct Figures {
  std::vector<Entry> entries;
  std::map<std::string, ThingPage, std::less<>> pages;  // pages by address
};
// Returns the entries for the figures of named things (search/figures.cc).
Figures figures_of(const site::Site& site, const site::Words& words);

class Search {
 public:
  // The arguments must outlive the object.
  Search(const site::Site& site, const site::Words& words);

  // Returns the HTML of a page, by index; called from several threads at once.
  using ReadHtml = std::function<std::string(size_t page)>;
  // Returns the files by address, in assets/search/.
  std::map<std::string, std::string> files(const ReadHtml& read, unsigned jobs) const;

 private:
  // Returns how a page is indexed; nullopt if it is not searched.
  std::optional<PageInfo> info_of(const site::Page& page) const;
  // Returns the entries by scope, sorted by kind, then by address. Omits pages that search engines must not list
  // (drafts, print pages, 404), and pages that contain only the data of a table or chart.
  std::vector<std::vector<Entry>> entries(const ReadHtml& read_html, unsigned jobs) const;

  const site::Site& site_;
  const site::Words& words_;
  Figures figures_;
};

}  // namespace search
