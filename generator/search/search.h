// The search of a site: what its pages and its data hold, as files that assets/search.js asks. Floor 6, since it reads
// pages after they were rendered and writes files for the gather pass.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "base/hash.h"
#include "pages/rendered_page.h"
#include "search/entry.h"
#include "site/words.h"

namespace search {

// What is found, sorted by kind; within one in the order of the addresses. Left out are pages that search engines are
// not to list (drafts, pages for paper, 404), and those that hold nothing but the data of a table or a chart.
std::vector<Entry> entries_of(const site::Site& site, const std::vector<pages::RenderedPage>& rendered, unsigned jobs);

// Whether the search finds what stands on a page: then its HTML is read.
bool is_searched(const site::Page& page);

// What the files below are made from, as one hash.
class Sought {
 public:
  Sought(const site::Site& site, const site::Words& words);
  // All pages, in the order of `rendered`.
  void add(const site::Page& page, const base::Hash& html);
  base::Hash hash() const { return hasher_.finish(); }

 private:
  base::Hasher hasher_;
};

// The files by address, below assets/search/. None where site.json switches the search off.
std::map<std::string, std::string> search_files(const site::Site& site,
                                                const std::vector<pages::RenderedPage>& rendered,
                                                const site::Words& words, unsigned jobs);

}  // namespace search
