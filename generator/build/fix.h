// `sourcebook fix`: corrects figures in prose that differ from the data, redirects lost addresses, and records new
// ones. In a page's file only the digits of those figures change; the author's rounding, unit and wording are
// preserved.
#pragma once
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "build/build.h"

namespace build {

struct AddressFix {
  bool redirects = false;   // whether to write the rows instead of only proposing them
  bool permalinks = false;  // whether to record new addresses, if the site has no errors
  std::string today;        // the date of new rows: "2026-01-31"
};

struct FixReport {
  base::Diagnostics left;  // errors that the author must fix
  std::string diff;        // changes to pages that were written, or would be
  size_t figures = 0;
  size_t files = 0;
  std::vector<std::string> redirects;  // rows of data/redirects.csv that were written, or would be
  check::RecordCounts recorded;        // what was recorded in data/permalinks.txt, or would be
  bool machine_failed = false;
  std::shared_ptr<const void> sources_of_spans;
};

// Writes the fixes into `root` unless `dry_run`. A file that has changed since it was read is not written (error
// "file-changed"). Redirects are written only if `addresses` allows it; otherwise they are proposed, and the errors
// that they would fix are in `left`.
FixReport fix_site(io::FileSystem& root, const Options& options, bool dry_run, const AddressFix& addresses = {});

// Returns the text of data/redirects.csv (`file` may be null) with edited rows, and new rows at its end.
std::string redirects_text(const base::SourceText* file, std::vector<base::Edit> edits,
                           const std::vector<std::string>& added);

}  // namespace build
