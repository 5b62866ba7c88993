// Whether what is published is what a build from nothing gives.
#pragma once
#include "base/diagnostic.h"
#include "build/build.h"

namespace build {

// Builds the site once more, in memory and without knowing any earlier build, and compares each file with the one in
// `output`. An error "stale-output" for each that differs; or one "file-changed" where the site is not as it was `read`
// (Report::read). REQUIRES: the site has just been built there without errors,
// with Options::verify.
base::Diagnostics verify_output(const io::FileSystem& root, const io::FileSystem& output, const Options& options,
                                const base::Hash& read);

}  // namespace build
