// The options of `sourcebook check --external`, and how its results are printed.
#pragma once
#include <CLI/CLI.hpp>
#include <filesystem>
#include <string>
#include <vector>

#include "build/external.h"
#include "cli/common.h"

namespace cli {

struct ExternalCheckOptions {
  bool external = false;
  std::string good_links;  // "": .sourcebook/good-links.jsonl
  int good_for = 7;        // days
  double pause = 1;        // seconds
  double timeout = 20;     // seconds
  double patience = 60;    // seconds
  double time_limit = 60;  // minutes
  std::vector<std::string> allow_private;
  std::string certificates;
};

void add_external_options(CLI::App& command, ExternalCheckOptions& options);

// Throws UsageError for a --allow-private that is not an address range, and if the folder of the good links is a
// symbolic link. `parent` contains the cache folder. REQUIRES: options.external
build::ExternalOptions external_options(const ExternalCheckOptions& options, const CommonOptions& common,
                                        const std::filesystem::path& parent, check::Day today);

// Prints the links that could not be checked, and a line of counts.
void print_external(const build::ExternalExamination& external, const CommonOptions& common);

}  // namespace cli
