// A link from one place of the site to another, to be checked when all anchors are known.
#pragma once
#include <string>
#include <vector>

#include "base/source_text.h"

namespace site {

struct Page;

struct InternalLink {
  std::string address;  // "lessons/cost.html", "data/prices.csv"; the page's own for "#anchor"
  std::string anchor;   // "" for none
  base::Span span;
  std::string ref = {};      // the record that says so, where a table shows it; "" for a link of the text
  const Page* to = nullptr;  // the page there, where that is known
};

// The links of a rendered page, and the anchors on it that may be linked to. Owned by whoever rendered it.
struct PageLinks {
  const Page* page = nullptr;
  const std::vector<InternalLink>* links = nullptr;
  const std::vector<std::string>* anchors = nullptr;
  const std::vector<std::string>* row_anchors = nullptr;  // of rows of the data; may be null
};

}  // namespace site
