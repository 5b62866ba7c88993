// `sourcebook check`: what a build would say, and more; publishes nothing. With --published, a folder that was
// published earlier instead, as it is.
#pragma once
#include <CLI/CLI.hpp>
#include <string>

#include "cli/common.h"
#include "cli/external_options.h"

namespace cli {

struct CheckOptions {
  CommonOptions common;
  std::string published;  // a folder, relative to the root; "": the site as a build would publish it
  std::string base_url;   // of that folder; "": what its pages say
  std::string overlay;    // a folder laid over the site's; "" for none
  std::string today;      // "2026-01-31"; "": SOURCE_DATE_EPOCH, else the clock
  bool drafts = false;
  bool strict = false;
  bool write_baseline = false;
  bool grow = false;
  ExternalCheckOptions external;
};

// `status` is set to the exit status when the command ran.
void set_up_check(CLI::App& app, CheckOptions& options, int& status);

}  // namespace cli
