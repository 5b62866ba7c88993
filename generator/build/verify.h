// Checks that the published files equal those of a clean build.
#pragma once
#include "base/diagnostic.h"
#include "build/build.h"

namespace build {

// Builds the site in memory, without a cache, and compares each file with the file in `output`. Reports an error
// "stale-output" for each different file, or a single "file-changed" if the site has changed since it was `read`
// (Report::read). REQUIRES: the site has just been built there without errors, with Options::verify.
base::Diagnostics verify_output(const io::FileSystem& root, const io::FileSystem& output, const Options& options,
                                const base::Hash& read);

}  // namespace build
