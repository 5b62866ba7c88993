// `sourcebook fix`: makes figures in prose say what the data say, leads on from addresses that were lost, and records
// new ones. Of a page's file, the bytes of those figures change and no others; the author's rounding, unit and words
// around the number stay.
#pragma once
#include <string>
#include <vector>

#include "build/build.h"
#include "build/fix_addresses.h"

namespace build {

struct FixReport {
  base::Diagnostics left;  // what the site's author has to mend
  std::string diff;        // what was changed in pages, or would be
  size_t figures = 0;
  size_t files = 0;
  std::vector<std::string> redirects;  // rows of data/redirects.csv that were written, or would be
  size_t recorded_pages = 0;           // in data/permalinks.txt, or would be
  size_t recorded_anchors = 0;
  size_t named_anchors = 0;  // known ones of which what they name was recorded
  bool machine_failed = false;
  std::shared_ptr<const void> sources_of_spans;
};

// Writes into `root` unless `dry_run`. A file that has changed since it was read is left alone (error "file-changed").
// Redirects that `addresses` asks not to write are proposed only: what they would mend stays in `left`.
FixReport fix_site(io::FileSystem& root, const Options& options, bool dry_run, const AddressFix& addresses = {});

}  // namespace build
