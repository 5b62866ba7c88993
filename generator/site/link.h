// Links within the site, which are checked when all anchors are known.
#pragma once
#include <string>
#include <vector>

#include "base/source_text.h"

namespace site {

struct Page;

struct InternalLink {
  static constexpr size_t kFields = 5;
  std::string address;  // the address of a page or file: "lessons/cost.html", "data/prices.csv"
  std::string anchor;   // the anchor; "" if there is none
  base::Span span;
  std::string ref = {};    // the record that contains the link if a table shows it; "" for a link in the text
  std::string query = {};  // "?run.size=7" as written; "" without one
};
using Links = std::vector<InternalLink>;  // the links of one page in the order in which they were added

// The links of a rendered page, and its anchors. Owns neither.
struct PageLinks {
  const Page* page = nullptr;
  const Links* links = nullptr;
  const std::vector<std::string>* anchors = nullptr;
  const std::vector<std::string>* parts = nullptr;        // the target of each anchor (site/part.h)
  const std::vector<std::string>* row_anchors = nullptr;  // anchors of data rows; may be null
};

}  // namespace site
