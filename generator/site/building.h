// The passes of build_site (site/site.h), each in a separate file. They share the unfinished site.
#pragma once
#include <memory>
#include <set>
#include <string>
#include <string_view>

#include "site/site.h"

namespace site {

struct Building {
  Site& site;
  const Words& words;
  const Listing& listing;
  base::Diagnostics& diagnostics;
  std::set<std::string_view> with_index = {};  // the folders that have an index.md

  // Whether a page is that of its folder: index.md, or without one README.md or _index.md, as other programs call it.
  bool is_index(const Content& content) const;
  // Adds a page; `what` describes it in errors about its address.
  Page& add_page(std::string address, PageKind kind, std::string title, base::Span span, std::string what);
  // Whether a page or file is in a folder that the generator writes. If so, reports it. `path` is below content/.
  bool is_reserved(std::string_view path, base::Span span, std::string_view what);
};

// Appends a page that has only an address.
Page& add_page(Site& site, std::string address, PageKind kind, std::string title);
// Sorts the pages by address.
void sort_pages(Site& site);

// Adds the pages of authors' files: one page, or one for each row.
void add_written(Building& building, std::shared_ptr<const Evaluation> evaluation);
// Adds the pages that every site has: lists, sources, resources and others.
void add_generated(Building& building);
// Creates the tree of folders, with the pages in reading order and their neighbours.
void make_sections(Building& building);
// Lists tables, charts and estimates by name, with their files and pages.
void name_blocks(Building& building);

}  // namespace site
