// `sourcebook rename TABLE/KEY NAME`: gives a row of the data another key (renaming/rename.h).
#pragma once
#include <CLI/CLI.hpp>
#include <string>

#include "cli/common.h"
#include "renaming/rename.h"

namespace cli {

struct RenameOptions {
  CommonOptions common;
  renaming::Request request;
  bool dry_run = false;
};

// `status` is set to the exit status when the command ran.
void set_up_rename(CLI::App& app, RenameOptions& options, int& status);

}  // namespace cli
