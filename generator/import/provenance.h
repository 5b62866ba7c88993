// Updates the bibliography entries of the sources of imported rows.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "data/bibliography.h"

namespace import {

// Returns the files of data/sources/ whose entries an import updates: each source gets its date in `dates`
// (Merged::dates_of_sources), and `revision` as its version, if that was given. Adds to `notes` what can't be updated.
std::map<const base::SourceText*, std::string> updated_sources(const std::map<std::string, std::string>& dates,
                                                               const data::Bibliography& bibliography,
                                                               const std::string& revision,
                                                               std::vector<std::string>& notes,
                                                               base::Diagnostics& diagnostics);

}  // namespace import
