// `sourcebook load`: loads tables from a team's own storage. A resource's `loader` is an executable below data/ that
// prints the resource's file as JSON or CSV. It runs only on this command, never in a build.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "data/descriptor.h"
#include "import/input_file.h"
#include "io/file_system.h"
#include "io/process.h"

namespace import {

struct LoadRequest {
  std::vector<std::string> names;  // names of resources; if empty, all that have a loader
  bool allow_loss = false;         // whether tables may lose more than a tenth of their rows
};

struct Loaded {
  std::string resource;
  std::string path;  // path of the table's file from the site's root
  size_t rows = 0, rows_before = 0;
  bool changed = false;
};

struct Loads : Outcome {
  std::vector<Loaded> loaded;  // the loaded resources, in the order of the descriptor
  bool interrupted = false;
};

// Runs the loader of a resource; `path` is the path of the executable from the site's root.
using RunLoader = std::function<io::Ended(const data::Resource& resource, const std::string& path)>;

// Runs the loaders one after the other, even if one fails, and checks their output as the data of the site: types,
// constraints, keys, foreign keys, sources. Writes nothing. Errors: "loader-failed", "loader-lost-rows",
// and those of Database::load. Throws base::UsageError.
Loads load_tables(const io::FileSystem& root, const LoadRequest& request, const RunLoader& run);

}  // namespace import
