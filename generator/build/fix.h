// `sourcebook fix`: makes figures in prose say what the data say. Of a file, the bytes of those figures change and no
// others; the author's rounding, unit and words around the number stay.
#pragma once
#include <string>

#include "build/build.h"

namespace build {

struct FixReport {
  base::Diagnostics left;  // what the site's author has to mend
  std::string diff;        // what was changed, or would be
  size_t figures = 0;
  size_t files = 0;
  bool machine_failed = false;
  std::shared_ptr<const void> sources_of_spans;
};

// Writes into `root` unless `dry_run`. A file that has changed since it was read is left alone (error "file-changed").
FixReport fix_site(io::FileSystem& root, const Options& options, bool dry_run);

}  // namespace build
