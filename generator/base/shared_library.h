// Loads libraries on demand, because few runs need them.
#pragma once
#include <dlfcn.h>

#include <string>

#include "base/result.h"

namespace base {

// Loads a library and its dependencies, which are never unloaded. Fails with the loader's message if one of them is not
// installed. Throws std::bad_alloc if memory is short, and std::runtime_error if an installed library can't be loaded,
// because installing something would not help.
Result<void*, std::string> open_library(const char* name);

// Looks up a function or variable of a library or of its dependencies. Returns false if there is none.
template <class Symbol>
bool find_symbol(void* library, const char* name, Symbol*& symbol) {
  symbol = reinterpret_cast<Symbol*>(dlsym(library, name));
  return symbol != nullptr;
}

}  // namespace base
