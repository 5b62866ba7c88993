// The results of rendering a page: its files, and what later passes and later builds need to know about it.
#pragma once
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "blocks/block_parts.h"
#include "blocks/context.h"
#include "blocks/pictures.h"
#include "blocks/references.h"
#include "site/kind.h"
#include "site/place.h"

namespace pages {

// The part of a page that the build cache stores.
struct PageRecord {
  static constexpr size_t kFields = 11;
  std::vector<uint32_t> facts;  // the values that the page read, as indices in a list that pages share (build/reuse.h)
  // The page's published files, by address, set on publication (build/gather.h). A picture without a hash was not drawn
  // because a file of the site has its address.
  std::map<std::string, base::Hash> published;
  std::map<std::string, std::optional<base::Hash>> published_pictures;
  site::Links links;
  std::vector<std::string> anchors;      // possible link targets: headings, tables, charts
  std::vector<std::string> parts;        // the target of each anchor, as text (site/part.h)
  std::vector<std::string> row_anchors;  // anchors of data rows, which are added and removed with the data
  blocks::Uses uses;                     // the sources and rows that the page uses, sorted
  uint64_t figures = 0;                  // number of figures in prose, checked against the data
  uint64_t work = 0;                     // cost of rendering the page (base/work.h)
  base::Diagnostics diagnostics;
};

// The result of rendering a page. Renderers read the page itself only through the view, so it is not included here.
struct Rendering : PageRecord {
  std::string html;  // the HTML, which is empty once the page is staged (build/output.h), as are `files`
  std::map<std::string, std::string> files;     // other files of the page by address, such as a table's CSV
  std::map<std::string, std::string> pictures;  // maps the address of a PNG to the SVG that it is drawn from
  std::unique_ptr<chart::Drawing> card_chart;   // the first chart, until the page's card is made
  // The first figure in the text that a card can show, until the page's card is made.
  std::unique_ptr<blocks::KeyFigure> card_figure;
  std::vector<blocks::Embed> embeds;  // the page's tables and charts for embedding; `files` contains their files
  std::vector<blocks::Correction> corrections;
  std::vector<std::string> insets;  // addresses of the pages that are shown within this one (inset.h)
};

// A page of this build: rendered, or reused from an earlier build. For a reused page only the record is set; its files
// are already in the output folder.
struct RenderedPage : Rendering {
  explicit RenderedPage(const site::Page& of) : page(&of) {}

  const site::Page* page;
  bool is_kept = false;
  std::vector<std::string> why;  // the changed keys that caused rendering, or "new", "forgotten", "gone: FILE"
  site::Record reads;            // dependencies, until they are converted to `facts`
};

}  // namespace pages
