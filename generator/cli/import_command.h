// `sourcebook import NAME FILES…`: what a publisher has released becomes rows of the site.
#pragma once
#include <CLI/CLI.hpp>
#include <deque>
#include <map>
#include <string>
#include <vector>

#include "cli/common.h"
#include "import/import.h"

namespace cli {

struct ImportOptions {
  CommonOptions common;
  std::vector<std::string> files;  // as given; folders too
  import::Request request;
  bool dry_run = false;
};

// One for each importer; `options` holds theirs, and outlives the parsing.
void set_up_import(CLI::App& app, std::deque<ImportOptions>& options, int& status);

// With the files found on the disk. Prints what was done, writes unless it is a dry run, and returns an exit status.
int run_import(const import::Importer& importer, const ImportOptions& options);

}  // namespace cli
