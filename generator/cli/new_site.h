// `sourcebook new site DIR`: a small complete site to start from.
#pragma once
#include <CLI/CLI.hpp>

#include "cli/common.h"
#include "cli/made.h"

namespace cli {

struct NewSiteOptions {
  CommonOptions common;
  std::string folder;
};

// All files of the starter site; `folder` is what readers of the summary call its folder.
Made make_site(const std::string& folder);

void set_up_new_site(CLI::App& parent, NewSiteOptions& options, int& status);

}  // namespace cli
