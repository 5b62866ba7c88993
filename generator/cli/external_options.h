// The options of `sourcebook check --external`, and how its results are printed.
#pragma once
#include <CLI/CLI.hpp>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "build/external.h"
#include "cli/common.h"

namespace cli {

struct ExternalCheckOptions {
  bool external = false;
  std::string good_links;  // "": .sourcebook/good-links.jsonl in the folder that remembers
  int good_for = 7;        // days
  double pause = 1;        // seconds
  double timeout = 20;     // seconds
  double patience = 60;    // seconds
  double time_limit = 60;  // minutes
  std::vector<std::string> allow_private;
  std::string certificates;
};

void add_external_options(CLI::App& command, ExternalCheckOptions& options);

// What the options say; nothing, after saying so (see refuse), for an address range that is none, and where a link
// stands in the place of the folder that remembers. `remembers` is the site's folder, or that
// of an overlay, whose links are nobody else's business. REQUIRES: options.external
std::optional<build::ExternalOptions> external_options(const ExternalCheckOptions& options, const CommonOptions& common,
                                                       const std::filesystem::path& remembers, check::Day today);

// The links that could not be checked, and one line that counts all.
void print_external(const build::ExternalExamination& external, const CommonOptions& common);

}  // namespace cli
