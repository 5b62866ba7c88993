// `sourcebook load`: tables from where a team keeps them. A resource's `loader` is an executable below data/ that
// prints the resource's file, rows and all, as JSON or CSV. It runs on this command only, never in a build.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "base/edit.h"
#include "data/descriptor.h"
#include "import/upstream.h"
#include "io/file_system.h"
#include "io/process.h"

namespace import {

struct LoadRequest {
  std::vector<std::string> names;  // resources; none: all that have a loader
  bool allow_empty = false;        // a table that had rows may end up without any, and a column without values
};

struct Loaded {
  std::string resource;
  std::string path;  // from the site's root
  size_t rows = 0, rows_before = 0;
  bool changed = false;
};

struct Loads {
  std::vector<Loaded> loaded;            // in the order of the descriptor
  std::vector<base::ChangedFile> files;  // those of them that change
  base::Diagnostics diagnostics;         // with an error in it nothing is to be written
  std::string refusal, help;             // wrong usage
  bool interrupted = false;
  Texts texts;  // that diagnostics point into

  bool failed() const { return !refusal.empty() || interrupted || diagnostics.has_errors(); }
};

// Starts the loader of a resource: `path` is that of the executable from the site's root.
using RunLoader = std::function<io::Ended(const data::Resource& resource, const std::string& path)>;

// Runs the loaders one after the other, all of them whatever one does, and checks what they print as the data of the
// site: types, constraints, keys, foreign keys, sources. Writes nothing. Codes: "loader-failed", "loader-empty", and
// those of Database::load.
Loads load_tables(const io::FileSystem& root, const LoadRequest& request, const RunLoader& run);

}  // namespace import
