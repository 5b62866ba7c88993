// Completion of command lines in shells, based on the command-line parser. The scripts that call it are in
// package/completions/.
#pragma once
#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace cli {

// For the last of `words`, which follow the program's name and may be empty: one word a line, with a tab and what it
// means if that is known; or ":files" or ":folders" for what the shell itself completes. "--format=t" may also be given
// as the three words that bash makes of it.
std::string completion(const CLI::App& app, const std::vector<std::string>& words);

}  // namespace cli
