// Folder blocks/: renders tables, charts, estimates, flows, figures and citations as HTML, from a spec and a frame.
// Every block on a page gets the page's context: data, strings of the interface, and the lists of sources and notes.
#pragma once
#include <array>
#include <set>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "base/edit.h"
#include "blocks/notes.h"
#include "blocks/references.h"
#include "document/html_writer.h"
#include "markup/stylesheet.h"
#include "site/place.h"
#include "site/view.h"
#include "site/words.h"

namespace blocks {

// The ids on one page. Authors choose the ids of headings, tables, charts and moved parts, which never change;
// generated ids avoid them.
class PageIds {
 public:
  // Reserves an id that an author chose. Call this before any id is generated.
  void reserve(std::string_view id) { taken_.emplace(id); }
  // Whether `id` is free.
  bool is_free(std::string_view id) const { return !taken_.contains(id); }
  // Returns `wanted`, with "~" appended if an author chose that id: an author's id cannot contain "~".
  std::string make(std::string wanted) const {
    while (taken_.contains(wanted)) wanted += '~';
    return wanted;
  }
  // Like make(), but a second call with the same `wanted` returns another id.
  std::string claim(std::string wanted) { return *taken_.insert(make(std::move(wanted))).first; }
  // Returns the prefix of a chart's ids: its name, unless "NAME-title" or another of its ids is already used.
  std::string claim_chart(std::string name) {
    const auto has_patterns = [&] {
      const auto at = taken_.lower_bound(name + "-pattern-");
      return at != taken_.end() && at->starts_with(name + "-pattern-");
    };
    while (!is_free(name + "-title") || !is_free(name + "-description") || !is_free(name + "-clip") || has_patterns())
      name += '~';
    taken_.insert(name + "-title");
    return name;
  }

 private:
  std::set<std::string, std::less<>> taken_;
};

// A correction of a figure: the edit, and the position of the error that it fixes.
struct Correction {
  base::Edit edit;
  base::Span place;
  std::string key;        // of the figure
  std::string far_value;  // the new number, if it is ten times or more, or has another sign; otherwise ""
};

// The stylesheets of separate pictures, one for each colour scheme, and the theme's tokens; see pictures.h.
struct PictureStyles {
  std::string light, dark;
  markup::Tokens tokens = {};
  std::vector<std::array<double, 2>> lightness = {};  // of the series of charts, as in chart::DrawOptions
  std::array<std::set<std::string, std::less<>>, 2> light_colours = {};  // also as there
};

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
  const PictureStyles& pictures;
  PageIds& ids;
  document::Hooks* hooks = nullptr;  // renders the page's own text; null for a page without text
  bool in_short_text = false;        // whether the HTML is for a title, caption or label, which may be in a heading
  Above* above = nullptr;            // the blocks above, to which notes may refer; null if they may not
  std::vector<markup::SafeHtml>* figure_cards = nullptr;  // the content of each figure's card; may be null

  const std::string& address() const { return view.shown_at(); }  // to which links are relative
};

}  // namespace blocks
