// `sourcebook fix`: corrects figures in prose that differ from the data, redirects addresses that were lost, and
// records new ones. In a page's file only the digits of those figures change; the author's rounding, unit and wording
// are preserved.
#pragma once
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "build/build.h"

namespace build {

struct AddressFix {
  bool redirects = false;   // write the rows, not only propose them
  bool permalinks = false;  // record new addresses, if the site has no errors
  std::string today;        // the date of new rows: "2026-01-31"
};

struct FixReport {
  base::Diagnostics left;  // what the author must fix
  std::string diff;        // of pages that were written, or would be
  size_t figures = 0;
  size_t files = 0;
  std::vector<std::string> redirects;  // rows of data/redirects.csv that were written, or would be
  size_t recorded_pages = 0;           // in data/permalinks.txt, or would be
  size_t recorded_anchors = 0;
  size_t named_anchors = 0;  // known anchors whose names were recorded
  bool machine_failed = false;
  std::shared_ptr<const void> sources_of_spans;
};

// Writes into `root` unless `dry_run`. A file that has changed since it was read is not written (error "file-changed").
// Redirects are written only if `addresses` says so; otherwise they are proposed, and what they would fix is in `left`.
FixReport fix_site(io::FileSystem& root, const Options& options, bool dry_run, const AddressFix& addresses = {});

// New rows for addresses with a likely new place, and rows shortened from two redirects to one.
struct RedirectPlan {
  std::vector<std::string> rows;  // new and changed ones
  std::string text;               // of the whole file, with them

  bool empty() const { return rows.empty(); }
};
// data/redirects.csv, or null, with its rows edited and new ones at its end.
std::string redirects_text(const base::SourceText* file, std::vector<base::Edit> edits,
                           const std::vector<std::string>& added);
RedirectPlan plan_redirects(const CheckedSite& checked, const std::string& today);

// Removes the diagnostics that the plan fixes.
void remove_fixed(const CheckedSite& checked, base::Diagnostics& diagnostics);

struct RecordPlan {
  size_t pages = 0;    // new ones
  size_t anchors = 0;  // new ones, on all pages
  size_t named = 0;    // known anchors whose names are now recorded
  std::string text;    // of the whole file; unchanged if nothing is new
};
RecordPlan plan_record(const CheckedSite& checked);

}  // namespace build
