// What rendering a page gives: its bytes, and all that the passes after it ask about.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "blocks/references.h"
#include "site/view.h"

namespace pages {

// A link to another place of this site, to be checked when all anchors are known.
struct InternalLink {
  std::string address;  // "lessons/cost.html", "data/prices.csv"; the page's own for "#anchor"
  std::string anchor;   // "" for none
  base::Span span;
};

struct RenderedPage {
  const site::Page* page = nullptr;
  std::string html;
  std::map<std::string, std::string> files;  // published beside it: a table's CSV, by address
  std::vector<InternalLink> links;
  std::vector<std::string> anchors;  // that may be linked to: headings, tables, charts
  std::vector<blocks::Use> uses;     // of sources
  size_t figures = 0;                // in prose, checked against the data
  site::Reads reads;
  base::Diagnostics diagnostics;
};

}  // namespace pages
