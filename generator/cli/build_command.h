// `sourcebook build`: options, set-up and run.
#pragma once
#include <CLI/CLI.hpp>

#include "cli/common.h"

namespace cli {

struct BuildOptions {
  CommonOptions common;
  std::string out = "site";
  std::string base_url;
  bool drafts = false;
  bool strict = false;
};

// `status` is set to the exit status when the command ran.
void set_up_build(CLI::App& app, BuildOptions& options, int& status);

}  // namespace cli
