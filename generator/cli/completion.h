// Completes command lines in shells, based on the command-line parser. The scripts that call it are in
// package/completions/.
#pragma once
#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace cli {

// Returns completions for the last of `words`, which follow the program's name; the last may be empty. Each line is a
// word and, if known, a tab and a description; or ":files" or ":folders", which the shell completes itself.
// "--format=t" may also be given as the three words into which bash splits it.
std::string completion(const CLI::App& app, const std::vector<std::string>& words);

}  // namespace cli
