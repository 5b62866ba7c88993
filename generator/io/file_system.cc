#include "io/file_system.h"

#include <algorithm>

#include "io/stage.h"

namespace io {

std::unique_ptr<Stage> FileSystem::stage() { return std::make_unique<MemoryStage>(*this); }

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

base::Failure<Error> not_found(const std::string& path) {
  return base::Failure{Error{ErrorKind::not_found, path, "No such file or directory"}};
}

Stage::Done MemoryStage::write(const std::string& path, std::string_view bytes) {
  const std::lock_guard lock(mutex_);
  staged_[path] = bytes;
  return base::Nothing{};
}

Stage::Done MemoryStage::append(const std::string& path, std::string_view bytes) {
  const std::lock_guard lock(mutex_);
  staged_[path] += bytes;
  return base::Nothing{};
}

void MemoryStage::drop(const std::string& path) {
  const std::lock_guard lock(mutex_);
  staged_.erase(path);
}

base::Result<std::string, Error> MemoryStage::read(const std::string& path) const {
  const std::lock_guard lock(mutex_);
  const auto found = staged_.find(path);
  if (found == staged_.end()) return not_found(path);
  return found->second;
}

std::vector<Stage::Done> MemoryStage::publish(const std::vector<std::string>& paths) {
  std::vector<Done> done;
  for (const std::string& path : paths) done.push_back(files_.write(path, staged_.extract(path).mapped()));
  return done;
}

}  // namespace io
