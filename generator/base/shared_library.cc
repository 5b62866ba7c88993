#include "base/shared_library.h"

#include <dlfcn.h>

#include <cerrno>
#include <cstring>
#include <new>
#include <stdexcept>

namespace base {

Result<void*, std::string> open_library(const char* name) {
  if (void* library = dlopen(name, RTLD_NOW | RTLD_LOCAL)) return library;
  const char* words = dlerror();
  const std::string reason = words ? words : name;
  auto says = [&](const char* what) { return reason.find(what) != std::string::npos; };
  // The loader tells its reason as text alone, and of a mapping that was refused it does not say why: there is no room.
  if (says(std::strerror(ENOMEM)) || says("failed to map segment")) throw std::bad_alloc();
  // A process that may open no more files finds none.
  if (!says(std::strerror(ENOENT)) && !says(std::strerror(EMFILE))) throw std::runtime_error(reason);
  return Failure{reason};
}

}  // namespace base
