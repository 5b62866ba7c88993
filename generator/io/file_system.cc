#include "io/file_system.h"

#include "base/text.h"
#include "io/stage.h"

namespace io {

std::unique_ptr<Stage> FileSystem::stage() { return nullptr; }

bool is_plain_path(std::string_view path) {
  if (path.empty() || path.find('\0') != std::string_view::npos) return false;
  for (std::string_view part : base::split(path, '/'))
    if (part.empty() || part == "." || part == "..") return false;
  return true;
}

}  // namespace io
