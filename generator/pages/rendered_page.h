// The result of rendering a page: its bytes, and what later passes and later builds need to know about it.
#pragma once
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "blocks/context.h"
#include "blocks/embed.h"
#include "blocks/pictures.h"
#include "blocks/references.h"
#include "site/link.h"
#include "site/record.h"

namespace pages {

// What a build stores about a page for the next build.
struct PageRecord {
  std::vector<uint32_t> facts;  // what it read, as numbers in a list that pages share (build/reuse.h)
  // The files published for it, by address; filled in on publication (build/gather.h). A picture without a hash was not
  // drawn because a file of the site has its address.
  std::map<std::string, base::Hash> published;
  std::map<std::string, std::optional<base::Hash>> published_pictures;
  site::Links links;
  std::vector<std::string> anchors;      // possible link targets: headings, tables, charts
  std::vector<std::string> parts;        // the target of each, as text (site/part.h)
  std::vector<std::string> row_anchors;  // anchors of data rows, which come and go with the data
  blocks::Uses uses;                     // uses of sources and of rows, sorted
  uint64_t figures = 0;                  // number of figures in prose, checked against the data
  uint64_t work = 0;                     // cost of rendering the page (base/work.h)
  base::Diagnostics diagnostics;
};

// What rendering a page produces. It does not know the site's page: that is read through the view only.
struct Rendering : PageRecord {
  std::string html;                                // empty once it is staged (build/output.h), as are `files`
  std::map<std::string, std::string> files;        // published with it: a table's CSV, by address
  std::map<std::string, std::string> pictures;     // the address of a PNG -> the SVG that it is drawn from
  std::unique_ptr<chart::Drawing> card_chart;      // the first, for the page's card; null once that is made
  std::unique_ptr<blocks::KeyFigure> card_figure;  // the first in the text that a card can show; null then too
  std::vector<blocks::Embed> embeds;               // its tables and charts; their files are among those above
  std::vector<blocks::Correction> corrections;
};

// A page of this build: rendered, or reused as an earlier build published it. For a reused page only the record is set;
// its files are in the output folder.
struct RenderedPage : Rendering {
  explicit RenderedPage(const site::Page& of) : page(&of) {}

  const site::Page* page;
  bool is_kept = false;
  std::vector<std::string> why;  // why it was rendered: the changed keys; or "new", "forgotten", "gone: FILE"
  site::Record reads;            // until `facts` are made from them
};

}  // namespace pages
