// `sourcebook build`: options, set-up and run.
#pragma once
#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "cli/common.h"

namespace cli {

struct BuildOptions {
  CommonOptions common;
  std::optional<std::string> out;  // site/ if it was not said; with an overlay it has to be
  std::string overlay;             // a folder laid over the site's; "" for none
  std::string base_url;
  bool drafts = false;
  bool strict = false;
  bool verify = false;
  bool no_cache = false;
};

// `status` is set to the exit status when the command ran.
void set_up_build(CLI::App& app, BuildOptions& options, int& status);

}  // namespace cli
