// Folder blocks/: renders tables, charts, estimates, flows, figures and citations as HTML, from a spec and a frame.
// Every block on a page gets the page's context: data, strings of the interface, and the lists of sources and notes.
#pragma once
#include "base/diagnostic.h"
#include "base/edit.h"
#include "blocks/notes.h"
#include "blocks/page_ids.h"
#include "blocks/references.h"
#include "document/html_writer.h"
#include "site/place.h"
#include "site/view.h"
#include "site/words.h"

namespace blocks {

// A correction of a figure: the edit, and the position of the error that it fixes.
struct Correction {
  base::Edit edit;
  base::Span place;
};

// The stylesheets of separate pictures, one for each colour scheme; see pictures.h.
struct PictureStyles {
  static constexpr size_t kFields = 2;
  std::string light, dark;
};
using TrackedStyles = site::Tracked<"pictures", PictureStyles>;

// What the blocks above on a page show, so that blocks below link to it instead of repeating it.
struct Above {
  struct Block {
    std::string name, title;  // the block's anchor, and its caption without links
    auto operator<=>(const Block&) const = default;
  };
  struct Note {
    std::string id;
    quantity::Refs refs;
  };
  std::map<std::string, Note, std::less<>> notes;              // keyed by the note's HTML
  std::map<std::string, Block, std::less<>> caveats, queries;  // keyed by the text of the caveat or query
};

struct Context {
  site::View& view;
  const site::Words& words;
  References& references;
  Notes* figures;  // the sources of figures in prose; never null
  std::vector<Correction>& corrections;
  site::Links& links;  // links within the site, checked once all anchors are known
  base::Diagnostics& diagnostics;
  const TrackedStyles& pictures;
  PageIds& ids;
  document::Hooks* hooks = nullptr;  // renders the page's own text; null for a page without text
  bool in_short_text = false;        // whether the HTML is for a title, caption or label, which may be in a heading
  Above* above = nullptr;            // the blocks above, to which notes may refer; null if they may not
  std::vector<markup::SafeHtml>* figure_cards = nullptr;  // the content of each figure's card; may be null

  const std::string& address() const { return view.address(); }
};

}  // namespace blocks
