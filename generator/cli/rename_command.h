// `sourcebook rename TABLE/KEY NAME`: a row of the data under another name, everywhere (renaming/rename.h).
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

// What was renamed, or would be, and what a person has to look at; for standard output. At most a few places of each
// file, unless `all`.
std::string report_of(const renaming::Renamed& renamed, const RenameOptions& options, bool all);

// `status` is set to the exit status when the command ran.
void set_up_rename(CLI::App& app, RenameOptions& options, int& status);

}  // namespace cli
