// data/permalinks.txt: the addresses that a site has published, and so promises to keep. One page a line with the
// anchors of its headings, tables and charts, each with what it names (site/part.h). Files of earlier versions do not
// have that; it is written when the file is next written.
//
//   lessons/cost.html #break-even "Where it breaks even" ~3fa9c1 #people table
//
// Addresses are written as in site/place.h; lines that begin with '#' are comments. The file is merged by union, so a
// page may have several lines, which are merged. It is written in a canonical order, to keep diffs small: comments
// first, pages and their anchors in the order of their bytes, each once.
//
// Not included: pages that search engines do not index (drafts, print pages, 404.html, redirects), rows of the data,
// which change with it, and files that are not pages. A table's or chart's files have its name, which is an anchor, so
// that their loss is noticed.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "site/part.h"

namespace check {

inline constexpr std::string_view kPermalinks = "data/permalinks.txt";

struct RecordedAnchor {
  std::string name;
  base::Span span;                     // with its '#'
  std::vector<site::Part> parts = {};  // its target; several if two branches recorded it, none in old files
};

struct RecordedPage {
  std::string address;
  base::Span span;
  std::vector<RecordedAnchor> anchors;  // by name

  const RecordedAnchor* find(std::string_view anchor) const;  // null for none
  bool has(std::string_view anchor) const { return find(anchor) != nullptr; }
};

struct Permalinks {
  std::vector<std::string> comments;  // lines, with their '#'
  std::vector<RecordedPage> pages;    // by address

  const RecordedPage* find(std::string_view address) const;  // null for none
  // Call it after adding pages: sorts them and merges entries with the same address.
  void unite();
};

// `file` is null if there is none. Error "bad-permalink" for an invalid address or anchor; the rest of the line is
// read.
Permalinks read_permalinks(const base::SourceText* file, base::Diagnostics& diagnostics);

// The text of the file. A list without comments gets one that explains it.
std::string permalinks_text(const Permalinks& permalinks);

}  // namespace check
