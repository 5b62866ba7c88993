#include "io/file_system.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <map>
#include <mutex>

#include "io/stage.h"

namespace io {
namespace {

class MemoryStage final : public Stage {
 public:
  explicit MemoryStage(FileSystem& files) : files_(files) {}

  Done write(const std::string& path, std::string_view bytes) override {
    const std::lock_guard lock(mutex_);
    staged_[path] = bytes;
    return base::Nothing{};
  }
  Done append(const std::string& path, std::string_view bytes) override {
    const std::lock_guard lock(mutex_);
    staged_[path] += bytes;
    return base::Nothing{};
  }
  void drop(const std::string& path) override {
    const std::lock_guard lock(mutex_);
    staged_.erase(path);
  }
  base::Result<std::string, Error> read(const std::string& path) const override {
    const std::lock_guard lock(mutex_);
    const auto found = staged_.find(path);
    if (found == staged_.end()) return system_error(path, ENOENT);
    return found->second;
  }
  std::vector<Done> publish(const std::vector<std::string>& paths) override {
    std::vector<Done> done;
    for (const std::string& path : paths) done.push_back(files_.write(path, staged_.extract(path).mapped()));
    return done;
  }

 private:
  FileSystem& files_;
  mutable std::mutex mutex_;
  std::map<std::string, std::string> staged_;
};

}  // namespace

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

base::Failure<Error> system_error(const std::string& path, int code) {
  ErrorKind kind = ErrorKind::machine;
  if (code == ENOENT) kind = ErrorKind::not_found;
  if (code == EACCES || code == EPERM || code == EROFS) kind = ErrorKind::permission;
  if (code == EISDIR) kind = ErrorKind::not_a_file;
  if (code == ENOTDIR) kind = ErrorKind::not_a_directory;
  if (code == ELOOP || code == ENAMETOOLONG) kind = ErrorKind::bad_path;
  return base::Failure{Error{kind, path, std::strerror(code)}};
}

base::Failure<Error> bad_path(const std::string& path) {
  return base::Failure{Error{ErrorKind::bad_path, path, "not a plain relative path"}};
}

}  // namespace io
