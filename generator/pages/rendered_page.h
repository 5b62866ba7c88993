// What rendering a page gives: its bytes, and all that the passes after it ask about.
#pragma once
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "blocks/card_picture.h"
#include "blocks/context.h"
#include "blocks/embed.h"
#include "blocks/references.h"
#include "io/stage.h"
#include "site/link.h"
#include "site/record.h"

namespace pages {

// Instead of a file's bytes: where they wait until it is published, nowhere when it stands as it is; and their hash.
struct Waiting {
  std::optional<io::Stage::Place> place;
  base::Hash hash;
};

struct RenderedPage {
  const site::Page* page = nullptr;
  std::string html;
  std::optional<Waiting> waiting;                  // instead of `html`
  std::map<std::string, std::string> files;        // published beside it: a table's CSV, by address
  std::map<std::string, Waiting> waiting_files;    // those of them whose bytes are not held
  std::map<std::string, std::string> pictures;     // the address of a PNG -> the SVG that it is drawn from
  std::unique_ptr<chart::Drawing> card_chart;      // the first, for the page's card; gone when that is made
  std::unique_ptr<blocks::KeyFigure> card_figure;  // the first in the text that is as published; gone then too
  std::vector<blocks::Embed> embeds;               // of its tables and charts; their files are among those above
  site::Links links;
  std::vector<std::string> anchors;      // that may be linked to: headings, tables, charts
  std::vector<std::string> parts;        // what each of these names, as text (site/part.h)
  std::vector<std::string> row_anchors;  // of rows of the data: these come and go with the data
  blocks::Uses uses;                     // of sources and of rows, sorted
  size_t figures = 0;                    // in prose, checked against the data
  std::vector<blocks::Correction> corrections;
  site::Record reads;
  std::vector<uint32_t> facts;  // instead of `reads`, where a build notes what pages have read (build/facts.h)

  // Of a page that stands as an earlier build published it: its files are in the output folder, and not among these.
  bool is_kept = false;
  std::vector<std::string> why;  // of others: what it read that is not as it was; "new", "forgotten", "gone: FILE"
  // What was published for it, by address; noted when it is (build/gather.h). A picture without a hash was not drawn,
  // since a file of the site stands in its place.
  std::map<std::string, base::Hash> published;
  std::map<std::string, std::optional<base::Hash>> published_pictures;

  base::Diagnostics diagnostics;
};

}  // namespace pages
