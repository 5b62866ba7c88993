// The results of rendering a page: its files, and what later passes need to know about it.
#pragma once
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "blocks/block_parts.h"
#include "blocks/context.h"
#include "blocks/pictures.h"
#include "blocks/references.h"
#include "site/place.h"

namespace pages {

// The result of rendering a page. Renderers read the page itself only through the view, so it is not included here.
struct Rendering {
  // Adds a possible link target: `part` is what it leads to, as text (site/part.h), or "" if that has no name.
  void add_anchor(std::string anchor, std::string part = "") {
    anchors.push_back(std::move(anchor));
    parts.push_back(std::move(part));
  }

  site::Links links;
  std::vector<std::string> anchors;      // headings, tables, charts; added with add_anchor()
  std::vector<std::string> parts;        // one for each anchor
  std::vector<std::string> row_anchors;  // anchors of data rows, which are added and removed with the data
  blocks::Uses uses;                     // the sources and rows that the page uses, sorted
  uint64_t figures = 0;                  // number of figures in prose, checked against the data
  base::Diagnostics diagnostics;
  std::string html;  // the HTML, which is empty once the page is staged (passes/output.h), as are `files`
  std::map<std::string, std::string> files;     // other files of the page by address, such as a table's CSV
  std::map<std::string, std::string> pictures;  // maps the address of a PNG to the SVG that it is drawn from
  std::unique_ptr<chart::Drawing> card_chart;   // the first chart, until the page's card is made
  // The first figure in the text that a card can show, until the page's card is made.
  std::unique_ptr<blocks::KeyFigure> card_figure;
  std::vector<blocks::Embed> embeds;  // the page's tables and charts for embedding; `files` contains their files
  std::vector<blocks::Correction> corrections;
  std::vector<std::string> insets;  // addresses of the pages that are shown within this one (inset.h)
};

struct RenderedPage : Rendering {
  explicit RenderedPage(const site::Page& of) : page(&of) {}

  const site::Page* page;
  uint64_t work = 0;  // cost of rendering the page (base/work.h)
};

}  // namespace pages
