// Sorts the files in a site's data/ by role, for builds and for commands that read only some of them.
#pragma once
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "data/bibliography.h"
#include "io/source_tree.h"
#include "quantity/unit.h"

namespace data {

// The files in a site's data/. The caller owns the texts, which must outlive the Database.
struct DataFiles {
  const base::SourceText* descriptor = nullptr;          // datapackage.json; null for a site without data
  std::map<std::string, const base::SourceText*> files;  // files by their path relative to data/
  std::vector<const base::SourceText*> sources;          // files of sources/, sorted by path
  std::vector<const base::SourceText*> views;            // views/**.sql, sorted by path
  const base::SourceText* units = nullptr;               // units.json; may be null
};

// `tree` contains all files in data/ and owns the texts.
DataFiles data_files(const io::SourceTree& tree, base::Diagnostics& diagnostics);

// Returns the file data/NAME; null if it does not exist. Error "not-a-file" if it is a folder.
const base::SourceText* data_file(const io::SourceTree& tree, const std::string& name, base::Diagnostics& diagnostics);

// Reads the site's sources from a file system. Adds the texts that the bibliography and the diagnostics refer to to
// `texts`. Codes: see io::SourceTree::read and Bibliography::read.
Bibliography read_bibliography(const io::FileSystem& root, std::vector<std::shared_ptr<const base::SourceText>>& texts,
                               base::Diagnostics& diagnostics);

// Reads data/units.json, the units that a site declares. If `file` is null, returns only the built-in units.
//   {"units": [{"name": "cup", "plural": "cups", "title": "What one person drinks", "prefixes": false}],
//    "aliases": {"hours": "h"}}
quantity::Units read_units(const base::SourceText* file, base::Diagnostics& diagnostics);

}  // namespace data
