// `sourcebook pin NAME…`: a dated copy of a table or chart below content/pins/, for those who quote it elsewhere and
// want to see tomorrow what they saw today. It is a file like any other of content/, so it is published, and no build
// changes it. A chart becomes NAME-DATE.svg, .png and .csv; a table NAME-DATE.html, which is its page for frames, and
// .csv.
#pragma once
#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "cli/made.h"

namespace cli {

struct PinOptions {
  CommonOptions common;
  std::vector<std::string> names;
  std::string base_url;
};

// The files, not yet written; `day` is "2026-01-31". Refuses names that no table or chart has; a site with mistakes
// gives those. Their addresses stand in `next`.
Made make_pins(const io::FileSystem& root, const PinOptions& options, const std::string& day);

// `status` is set to the exit status when the command ran.
void set_up_pin(CLI::App& app, PinOptions& options, int& status);

}  // namespace cli
