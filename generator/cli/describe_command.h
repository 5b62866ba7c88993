// `sourcebook describe bash|zsh|fish|man`: completions for a shell, or the manual page. Packaging runs it; it is hidden
// from help.
#pragma once
#include <CLI/CLI.hpp>
#include <string>

namespace cli {

struct DescribeOptions {
  std::string form;
};

// `app` must live as long as it parses: what is described are all of its commands.
void set_up_describe(CLI::App& app, DescribeOptions& options, int& status);

}  // namespace cli
