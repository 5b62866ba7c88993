// Libraries that few runs need, loaded when one does.
#pragma once
#include <string>

#include "base/result.h"

namespace base {

// A library with all that it needs, which is never closed. Fails, in the loader's words, where one of them is not
// installed. Throws std::bad_alloc where there is no memory for them, and std::runtime_error where one is there and
// can't be loaded: that says nothing about what to install.
Result<void*, std::string> open_library(const char* name);

}  // namespace base
