// `sourcebook fix`: options, set-up and run.
#pragma once
#include <CLI/CLI.hpp>

#include "cli/common.h"

namespace cli {

struct FixOptions {
  CommonOptions common;
  bool dry_run = false;
  bool drafts = false;
  bool redirects = false;
  bool permalinks = false;
};

// `status` is set to the exit status when the command ran.
void set_up_fix(CLI::App& app, FixOptions& options, int& status);

}  // namespace cli
