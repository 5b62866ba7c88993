// `sourcebook new lesson` and `sourcebook new faq`: a page to be written.
#pragma once
#include <CLI/CLI.hpp>

#include "cli/common.h"
#include "cli/made.h"

namespace cli {

struct NewPageOptions {
  CommonOptions common;
  std::string title;
  std::string name;  // of the file; "" to make it from the title
  std::string section;
};

// Both build as they are.
Made make_lesson(const io::FileSystem& root, const NewPageOptions& options);
Made make_faq(const io::FileSystem& root, const NewPageOptions& options);

void set_up_new_lesson(CLI::App& parent, NewPageOptions& options, int& status);
void set_up_new_faq(CLI::App& parent, NewPageOptions& options, int& status);

}  // namespace cli
