// `sourcebook explain CODE`: what a diagnostic means, an example of it, and how to mend it.
#pragma once
#include <CLI/CLI.hpp>
#include <string>

namespace cli {

struct ExplainOptions {
  std::string code;  // "" lists all codes
};

// `status` is set to the exit status when the command ran.
void set_up_explain(CLI::App& app, ExplainOptions& options, int& status);

}  // namespace cli
