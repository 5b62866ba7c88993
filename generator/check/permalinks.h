// data/permalinks.txt: the addresses that a site has published, and so promises to keep. Each line contains a page and
// the anchors of its headings, tables and charts, each with its target (site/part.h). Files of earlier versions have no
// targets; these are added when the file is next written.
//   lessons/cost.html #break-even "Where it breaks even" ~3fa9c1 #people table
// Addresses are written as in site/place.h; lines that begin with '#' are comments. The file is merged by union, so a
// page may have several lines, which are merged. It is written in a canonical order, so that diffs are small: comments
// first, then pages and their anchors in bytewise order, without duplicates.
// Not included: pages that search engines do not index (drafts, print pages, 404.html, redirects), rows of the data,
// which change with the data, and files that are not pages. The files of a table or chart have its name, which is an
// anchor, so their loss is noticed.
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
  base::Span span;                     // the position of the anchor and its '#'
  std::vector<site::Part> parts = {};  // the anchor's target; several if two branches recorded it, none in old files
};

struct RecordedPage {
  std::string address;
  base::Span span;
  std::vector<RecordedAnchor> anchors;  // sorted by name

  const RecordedAnchor* find(std::string_view anchor) const;  // returns null if the page has no such anchor
  bool has(std::string_view anchor) const { return find(anchor) != nullptr; }
};

struct Permalinks {
  std::vector<std::string> comments;  // whole lines with the '#'
  std::vector<RecordedPage> pages;    // sorted by address

  const RecordedPage* find(std::string_view address) const;  // returns null if the address is not recorded
  // Sorts the pages, and merges entries with the same address. Call it after adding pages.
  void unite();
};

// Reads the file; `file` is null if there is none. Reports "bad-permalink" for an invalid address or anchor, and
// continues with the rest of the line.
Permalinks read_permalinks(const base::SourceText* file, base::Diagnostics& diagnostics);

// Returns the text of the file. A list without comments gets a comment that explains it.
std::string permalinks_text(const Permalinks& permalinks);

}  // namespace check
