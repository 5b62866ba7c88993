// Which files of a site's data/ are what: one answer for a build and for whoever reads a part of them by himself.
#pragma once
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "data/bibliography.h"
#include "io/source_tree.h"

namespace data {

// What a site's data/ holds. The texts belong to the caller and outlive the Database.
struct DataFiles {
  const base::SourceText* descriptor = nullptr;          // datapackage.json; null for a site without data
  std::map<std::string, const base::SourceText*> files;  // by path relative to data/
  std::vector<const base::SourceText*> sources;          // sources/**.json, in the order of their paths
  std::vector<const base::SourceText*> views;            // views/**.sql, the same
  const base::SourceText* units = nullptr;               // units.json; may be null
};

// `tree` has all below data/, and keeps the texts.
DataFiles data_files(const io::SourceTree& tree, base::Diagnostics& diagnostics);

// data/NAME; null where it is not there. "not-a-file" where a folder has its name.
const base::SourceText* data_file(const io::SourceTree& tree, const std::string& name, base::Diagnostics& diagnostics);

// The site's sources, from a disk. `texts` keeps what the bibliography and its mistakes point into. Codes: those of
// io::SourceTree::read and of Bibliography::read.
Bibliography read_bibliography(const io::FileSystem& root, std::vector<std::shared_ptr<const base::SourceText>>& texts,
                               base::Diagnostics& diagnostics);

}  // namespace data
