#include "io/file_system.h"

#include <algorithm>

#include "io/stage.h"

namespace io {

std::unique_ptr<Stage> FileSystem::stage() { return nullptr; }

bool is_plain_path(std::string_view path) {
  if (path.empty() || path.find('\0') != std::string_view::npos) return false;
  for (size_t from = 0; from <= path.size();) {
    const size_t slash = std::min(path.find('/', from), path.size());
    const std::string_view part = path.substr(from, slash - from);
    if (part.empty() || part == "." || part == "..") return false;
    from = slash + 1;
  }
  return true;
}

}  // namespace io
