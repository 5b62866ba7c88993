#include "io/folder_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "io/disk.h"

namespace io {
namespace {

// Whether an opened folder is still the one at this path: the previous owner of the lock may have removed it.
bool is_at(int descriptor, const std::string& folder) {
  struct stat opened{}, there{};
  return ::fstat(descriptor, &opened) == 0 && ::stat(folder.c_str(), &there) == 0 && opened.st_dev == there.st_dev &&
         opened.st_ino == there.st_ino;
}

}  // namespace

FolderLock::FolderLock(std::string folder, const std::function<void()>& waits) : folder_(std::move(folder)) {
  constexpr int kMaxTries = 100;
  bool has_waited = false;
  for (int tries = 0; tries < kMaxTries; ++tries) {
    (void)make_directories(folder_, &made_);  // writing to the folder will report the error
    lock_.set(::open(folder_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!lock_.is_open() && errno == ENOENT) continue;  // the folder was removed at this moment
    if (!lock_.is_open()) return;
    if (::flock(lock_.get(), LOCK_EX | LOCK_NB) != 0) {
      if (errno != EWOULDBLOCK) return;
      if (!std::exchange(has_waited, true)) waits();
      while (::flock(lock_.get(), LOCK_EX) != 0 && errno == EINTR) continue;
    }
    if (is_at(lock_.get(), folder_)) return;
  }
}

FolderLock::~FolderLock() {
  for (auto folder = made_.rbegin(); folder != made_.rend(); ++folder) ::rmdir(folder->c_str());  // only empty folders
}

}  // namespace io
