#include "base/shared_library.h"

#include <cerrno>
#include <cstring>
#include <new>
#include <stdexcept>

namespace base {

Result<void*, std::string> open_library(const char* name) {
  if (void* library = dlopen(name, RTLD_NOW | RTLD_LOCAL)) return library;
  const char* words = dlerror();
  const std::string reason = words ? words : name;
  auto has = [&](const char* what) { return reason.find(what) != std::string::npos; };
  // The loader reports the cause only as text. If it can't map a file, it gives no cause, but memory is then short.
  if (has(std::strerror(ENOMEM)) || has("failed to map segment")) throw std::bad_alloc();
  // A process with too many open files (EMFILE) does not find the library either.
  if (!has(std::strerror(ENOENT)) && !has(std::strerror(EMFILE))) throw std::runtime_error(reason);
  return Failure{reason};
}

}  // namespace base
