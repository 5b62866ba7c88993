// The passes that make a site of its parts (site/site.h's build_site), each in a file of its own. They share the site
// as far as it is made, and what makes a page of it.
#pragma once
#include <memory>
#include <string>
#include <string_view>

#include "site/site.h"

namespace site {

struct Building {
  Site& site;
  const Words& words;
  const Listing& listing;
  base::Diagnostics& diagnostics;

  // `what` names the page where another wants the same address.
  Page& add(std::string address, PageKind kind, std::string title, base::Span span, std::string what);
  // Whether a page or file below content/ would stand among what the generator makes; says so. `path` is below
  // content/.
  bool is_reserved(std::string_view path, base::Span span, std::string_view what);
};

// A page without more than its place, behind all others.
Page& add_page(Site& site, std::string address, PageKind kind, std::string title);
// By address.
void sort_pages(Site& site);

// Pages that somebody wrote, or that a file of theirs makes of rows.
void add_written(Building& building, std::shared_ptr<const Evaluation> evaluation);
// The lists, the pages of sources and of resources, and others that each site has.
void add_generated(Building& building);
// The tree of folders, with the pages in reading order and their neighbours.
void make_sections(Building& building);
// Tables, charts and estimates by their names, with the files and the pages that are theirs.
void name_blocks(Building& building);

}  // namespace site
