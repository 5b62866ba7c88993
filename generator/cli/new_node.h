// `sourcebook new node FLOW NAME`: a step of a decision flow.
#pragma once
#include <CLI/CLI.hpp>

#include "cli/common.h"
#include "cli/made.h"

namespace cli {

struct NewNodeOptions {
  CommonOptions common;
  std::string flow;  // the folder of content/ with the flow
  std::string name;  // of the file, or what to make it from
  std::string question;
  std::string outcome;
};

// A draft, since nothing leads to a new step: a build passes it over until its author has taken the draft mark away.
Made make_node(const io::FileSystem& root, const NewNodeOptions& options);

void set_up_new_node(CLI::App& parent, NewNodeOptions& options, int& status);

}  // namespace cli
