// `sourcebook load [RESOURCE…]`: runs the loaders of tables, checks what they print, and replaces the tables' files by
// it (import/load.h).
//
// A loader runs in data/ with an empty standard input and these variables only: PATH, HOME, USER, LOGNAME and TMPDIR as
// they are, LC_ALL=C.UTF-8, TZ=UTC, SOURCEBOOK_RESOURCE (whose rows it is to print), and those named by --env.
#pragma once
#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "cli/common.h"
#include "import/load.h"

namespace cli {

struct LoadOptions {
  CommonOptions common;
  import::LoadRequest request;
  std::vector<std::string> variables;  // passed on besides
  unsigned timeout = 300;              // seconds for each
  unsigned max_size = 256;             // MiB for each
  bool dry_run = false;
};

// `status` is set to the exit status when the command ran.
void set_up_load(CLI::App& app, LoadOptions& options, int& status);

}  // namespace cli
