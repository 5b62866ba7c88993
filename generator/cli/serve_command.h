// `sourcebook serve`: options, set-up and run.
#pragma once
#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>

#include "cli/common.h"

namespace cli {

struct ServeOptions {
  CommonOptions common;
  uint16_t port = 8000;
  std::string base_path = "/";
  std::string overlay;  // a folder laid over the site's; "" for none
  bool drafts = false;
};

// `status` is set to the exit status when the command ran.
void set_up_serve(CLI::App& app, ServeOptions& options, int& status);

}  // namespace cli
