// `sourcebook new resource FILE.csv`: a table of figures, with the descriptor found out from its heads and values.
#pragma once
#include <CLI/CLI.hpp>
#include <iosfwd>

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
  std::string source;     // an id of the bibliography, or the web address of a source to add to it
  std::string no_source;  // why its numbers have none
  std::string locator;
  std::string as_of;
  bool dry_run = false;
  import::InferOptions infer;
  std::string today;  // "2026-01-31": when a source that is added was read
};

// Asks on a terminal what --source, --locator and --no-source would say. An empty answer leaves them open.
void ask_for_source(NewResourceOptions& options, std::istream& answers, std::ostream& questions);

// `bytes` are those of the file; `own_path` is where it stands if it lies in the site's folder, else "".
Made make_resource(const io::FileSystem& root, const NewResourceOptions& options, std::string bytes,
                   const std::string& own_path);

void set_up_new_resource(CLI::App& parent, NewResourceOptions& options, int& status);

}  // namespace cli
