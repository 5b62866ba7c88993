// `sourcebook new resource FILE.csv`: a table of figures, with the descriptor found out from its heads and values.
#pragma once
#include <CLI/CLI.hpp>

#include "cli/common.h"
#include "cli/made.h"
#include "import/infer.h"

namespace cli {

struct NewResourceOptions {
  CommonOptions common;
  std::string file;  // as given
  std::string name;  // "" to make it from the file's
  std::string title;
  std::string description;
  std::string source;
  std::string locator;
  std::string as_of;
  bool dry_run = false;
  import::InferOptions infer;
};

// `bytes` are those of the file; `own_path` is where it stands if it lies in the site's folder, else "".
Made make_resource(const io::FileSystem& root, const NewResourceOptions& options, std::string bytes,
                   const std::string& own_path);

void set_up_new_resource(CLI::App& parent, NewResourceOptions& options, int& status);

}  // namespace cli
