// Checks what a site's data would be like after changes to some files, before anything is written.
#pragma once
#include <map>
#include <string>

#include "base/diagnostic.h"
#include "import/data_file.h"
#include "import/input_file.h"

namespace import {

using ChangedBytes = std::map<std::string, std::string>;  // keyed by path from the site's root

enum class Reported { new_errors, all_errors };

// Returns the errors that the data would have after these changes; `new_errors` omits those that the data already have.
// The errors point into `texts`.
base::Diagnostics errors_with(const io::FileSystem& root, const ChangedBytes& changed, Reported reported, Texts& texts);

// Moves errors in imported rows of `file`, written to `path`, to the positions where the cells or rows were read.
base::Diagnostics moved_to_input(const base::Diagnostics& errors, const data::Resource& resource, const DataFile& file,
                                 const std::string& path);

}  // namespace import
