// Folder blocks/: tables, charts, estimates, flows, figures and citations as HTML, from a spec and a frame. Each block
// on a page gets a context: data, strings of the interface, and the page's lists of sources and notes.
#pragma once
#include "base/diagnostic.h"
#include "base/edit.h"
#include "blocks/above.h"
#include "blocks/notes.h"
#include "blocks/page_ids.h"
#include "blocks/references.h"
#include "document/html_writer.h"
#include "site/link.h"
#include "site/view.h"
#include "site/words.h"

namespace blocks {

// A fix of a figure: the edit, and the position of the error that it fixes.
struct Correction {
  base::Edit edit;
  base::Span place;
};

// The stylesheet of separate pictures, for each scheme; see pictures.h.
struct PictureStyles {
  static constexpr size_t kFields = 2;
  std::string light, dark;
};
using TrackedStyles = site::Tracked<"pictures", PictureStyles>;

struct Context {
  site::View& view;
  const site::Words& words;
  References& references;
  Notes* figures;  // receives the sources of figures in prose; never null
  std::vector<Correction>& corrections;
  site::Links& links;  // within the site, to be checked when all anchors are known
  base::Diagnostics& diagnostics;
  const TrackedStyles& pictures;
  PageIds& ids;
  document::Hooks* hooks = nullptr;  // of the page's own text; null for a page without one
  bool in_short_text = false;        // a title, caption or label is written, which may be in a heading
  Above* above = nullptr;            // null where each block is complete
  std::vector<markup::SafeHtml>* figure_cards = nullptr;  // gets the content of the card of each figure; may be null

  const std::string& address() const { return view.address(); }
};

}  // namespace blocks
