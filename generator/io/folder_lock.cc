#include "io/folder_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <utility>

namespace io {
namespace {

// Whether an opened folder is still the one at this path: the previous owner of the lock may have removed it.
bool is_at(int descriptor, const std::string& folder) {
  struct stat opened{}, there{};
  return ::fstat(descriptor, &opened) == 0 && ::stat(folder.c_str(), &there) == 0 && opened.st_dev == there.st_dev &&
         opened.st_ino == there.st_ino;
}

// Returns the folders of a path that do not exist, innermost first.
std::vector<std::string> missing_folders(std::filesystem::path path) {
  std::vector<std::string> missing;
  std::error_code unreachable;
  for (; !path.empty() && !std::filesystem::exists(path, unreachable) && !unreachable; path = path.parent_path())
    missing.push_back(path.string());
  return missing;
}

}  // namespace

FolderLock::FolderLock(std::string folder, const std::function<void()>& waits) : folder_(std::move(folder)) {
  constexpr int kMaxTries = 100;
  bool has_waited = false;
  for (int tries = 0; tries < kMaxTries; ++tries) {
    std::error_code ignored;  // writing to the folder will report the error
    made_ = missing_folders(folder_);
    std::filesystem::create_directories(folder_, ignored);
    descriptor_ = ::open(folder_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor_ < 0 && errno == ENOENT) continue;  // the folder was removed at this moment
    if (descriptor_ < 0) return;
    if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
      if (errno != EWOULDBLOCK) return;
      if (!std::exchange(has_waited, true)) waits();
      while (::flock(descriptor_, LOCK_EX) != 0 && errno == EINTR) continue;
    }
    if (is_at(descriptor_, folder_)) return;
    ::close(std::exchange(descriptor_, -1));
  }
}

FolderLock::~FolderLock() {
  for (const std::string& folder : made_) ::rmdir(folder.c_str());  // removes only empty folders
  if (descriptor_ >= 0) ::close(descriptor_);                       // closing releases the lock
}

}  // namespace io
