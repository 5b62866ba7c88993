// What an import is told as: for people, before anything is written and after it.
#pragma once
#include <string>

#include "import/take_in.h"

namespace import {

// Counts first, then what is new, changed, gone and left out, at most so many of each unless `all`. Ends with a
// newline.
std::string report_of(const Imported& imported, bool all);

}  // namespace import
