// A site's data as they would be with some files changed: what loading them would say, before a byte is written.
#pragma once
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "import/upstream.h"
#include "io/file_system.h"

namespace import {

using ChangedBytes = std::map<std::string, std::string>;  // by path from the site's root

enum class Told { new_ones, all };

// The errors of the data with these changes, or those alone that they don't have anyway. `texts` is what they point
// into.
base::Diagnostics mistakes_with(const io::FileSystem& root, const ChangedBytes& changed, Told told, Texts& texts);

}  // namespace import
