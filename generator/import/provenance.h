// Updates the bibliography entries of the sources of imported rows.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "data/bibliography.h"
#include "import/data_file.h"

namespace import {

// Returns the files of data/sources/ whose entries an import updates. Each source gets the date of its newest imported
// row, and `revision` as its version unless that is empty. Adds to `notes` what can't be updated.
std::map<const base::SourceText*, std::string> updated_sources(const data::Resource& resource, const DataFile& file,
                                                               const data::Bibliography& bibliography,
                                                               const std::string& revision,
                                                               std::vector<std::string>& notes,
                                                               base::Diagnostics& diagnostics);

}  // namespace import
