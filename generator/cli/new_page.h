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

// The folder and file of a page with this title: "content/lessons/NAME.md"; "" when no name can be made of it.
std::string page_path(const std::string& folder, const std::string& title);

// "how-caffeine-works" becomes "How caffeine works"; a title stays as it is.
std::string title_of(const std::string& name_or_title);

// A text as a YAML value on one line, in quotes where it needs them.
std::string yaml_text(const std::string& text);

void set_up_new_lesson(CLI::App& parent, NewPageOptions& options, int& status);
void set_up_new_faq(CLI::App& parent, NewPageOptions& options, int& status);

}  // namespace cli
