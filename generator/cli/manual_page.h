// The manual page: what `man sourcebook` shows.
#pragma once
#include <string>
#include <string_view>

#include "cli/command_tree.h"

namespace cli {

// In the language of man(7). Names every command and option of the tree.
std::string manual_page(const Command& program, std::string_view version);

}  // namespace cli
