// Scripts with which shells complete commands, options and their values.
#pragma once
#include <string>

#include "cli/command_tree.h"

namespace cli {

// For bash 4 or later; to be sourced, or put into bash-completion's folder as "sourcebook".
std::string bash_completion(const Command& program);
// For zsh; to be put into a folder of $fpath as "_sourcebook".
std::string zsh_completion(const Command& program);
// For fish 3 or later; "sourcebook.fish".
std::string fish_completion(const Command& program);

}  // namespace cli
