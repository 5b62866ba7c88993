// `sourcebook new lesson|faq|question|outcome`: a page to be written, from a template.
#pragma once
#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "cli/common.h"
#include "cli/made.h"

namespace cli {

struct Stub {
  const char* kind;     // the command
  const char* what;     // it is
  const char* title;    // what is given
  const char* section;  // the folder of content/, unless another is given
  const char* text;     // "{title}" is replaced by the title in quotes
  const char* left;     // what the author still has to do
};
// What each writes passes a strict build.
const std::vector<Stub>& stubs();

struct NewStubOptions {
  CommonOptions common;
  std::string title;
  std::string name;  // of the file; "" to make it from the title
  std::string section;
};

Made make_stub(const Stub& stub, const NewStubOptions& options);

void set_up_new_stub(CLI::App& parent, const Stub& stub, NewStubOptions& options, int& status);

}  // namespace cli
