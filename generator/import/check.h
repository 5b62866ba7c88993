// Checks what a site's data would be like after changes to some files, before anything is written.
#pragma once
#include <functional>
#include <string>

#include "base/diagnostic.h"
#include "import/data_file.h"
#include "import/input_file.h"

namespace import {

enum class Reported { new_errors, all_errors };

// Returns the errors that the data would have with the `changed` files; `new_errors` omits those that the data already
// have. The errors point into `texts`.
base::Diagnostics errors_with(const io::FileSystem& root, const io::FileSystem& changed, Reported reported,
                              Texts& texts);

// Moves errors in rows of a resource's file, written to `path`, to the positions where the cells or rows were read.
// `find` returns the imported row with a key that was added or changed, or null.
base::Diagnostics moved_to_input(const base::Diagnostics& errors, const data::Resource& resource,
                                 const std::string& path, const std::function<const Row*(const Key& key)>& find);

}  // namespace import
