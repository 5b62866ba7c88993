// `sourcebook explain CODE`: what a diagnostic means, an example of it, and how to mend it. `sourcebook explain PAGE`:
// what a page rests on, and what of it has changed since the last build.
#pragma once
#include <CLI/CLI.hpp>
#include <string>

#include "cli/common.h"

namespace cli {

struct ExplainOptions {
  std::string what;  // a code, or a page as site/named_page.h says or by its path on the disk; "" lists all codes
  CommonOptions common;
  // Of the build that is asked about.
  std::string out = "site", overlay, base_url;
  bool drafts = false;
};

// `status` is set to the exit status when the command ran.
void set_up_explain(CLI::App& app, ExplainOptions& options, int& status);

}  // namespace cli
