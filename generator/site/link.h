// Links within the site, checked when all anchors are known.
#pragma once
#include <string>
#include <vector>

#include "base/source_text.h"

namespace site {

struct Page;

struct InternalLink {
  std::string address;  // "lessons/cost.html", "data/prices.csv"
  std::string anchor;   // "" for none
  base::Span span;
  std::string ref = {};  // the record that contains the link, if a table shows it; "" for a link of the text
};
using Links = std::vector<InternalLink>;  // of one page, in the order in which they were added

// The links of a rendered page, and its anchors. Borrows both.
struct PageLinks {
  const Page* page = nullptr;
  const Links* links = nullptr;
  const std::vector<std::string>* anchors = nullptr;
  const std::vector<std::string>* parts = nullptr;        // the target of each anchor (site/part.h)
  const std::vector<std::string>* row_anchors = nullptr;  // of rows of the data; may be null
};

}  // namespace site
