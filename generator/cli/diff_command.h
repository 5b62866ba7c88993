// `sourcebook diff OLD [NEW]`: what changes between two states of the site, for whoever reviews new data. A side is a
// git revision of the repository that the site's folder stands in, or a folder with a site; NEW is the work tree unless
// said. `--save` keeps what readers are told of it as data/changes/DATE.json.
#pragma once
#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "cli/common.h"

namespace cli {

struct DiffOptions {
  CommonOptions common;  // its `format` is how mistakes are printed: as JSON when the report is
  std::string before;
  std::optional<std::string> after;  // none for the work tree
  std::string report = "text";       // text, markdown or json
  bool save = false;
  std::string date;  // of what is saved; "" for today
  bool exit_code = false;
  std::string before_url, after_url;
};

// `status` is set to the exit status when the command ran.
void set_up_diff(CLI::App& app, DiffOptions& options, int& status);

}  // namespace cli
