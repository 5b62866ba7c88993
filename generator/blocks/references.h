// The list of sources at the end of a page, numbered in the order in which the page first rests on them, and what rests
// on each: so that a source's own page can lead back.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "data/bibliography.h"
#include "markup/html.h"
#include "site/view.h"
#include "site/words.h"

namespace blocks {

// One thing of a page that rests on a source: the page itself (no anchor), a table, a chart.
struct Use {
  std::string source;
  std::string anchor;
  auto operator<=>(const Use&) const = default;
};

class References {
 public:
  // The number of the source on this page, from 1. `anchor` is what cites it: "" for the text.
  size_t cite(const data::Source& source, std::string_view anchor);
  // A place in the source that the text names: shown with the source in the list.
  void add_locator(const data::Source& source, const std::string& locator);

  const std::vector<const data::Source*>& sources() const { return sources_; }
  const std::vector<std::string>& locators(size_t index) const { return locators_[index]; }
  std::vector<Use> uses() const;  // sorted, unique

 private:
  std::vector<const data::Source*> sources_;
  std::vector<std::vector<std::string>> locators_;  // of each source, in order
  std::vector<Use> uses_;
};

// "Jouppi, N. and Young, C. (2017): In-datacenter performance …. ISCA. https://…" with the title as a link, if the
// source has an address.
markup::SafeHtml reference_html(const data::Source& source);
// "Bean Street, Price card": enough to recognise it.
std::string short_name(const data::Source& source);
// "sources/ID.html"
std::string source_address(std::string_view id);

}  // namespace blocks
