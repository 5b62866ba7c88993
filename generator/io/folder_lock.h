// Prevents two programs from writing to one folder at the same time. The lock is advisory: it works for programs that
// use it, on file systems that support such locks.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "io/descriptor.h"

namespace io {

class FolderLock {
 public:
  // Creates the folder if necessary. Returns when no other program has the lock; `waits` is called before waiting.
  FolderLock(std::string folder, const std::function<void()>& waits);
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;
  // Removes the folders that it created if they are still empty.
  ~FolderLock();

 private:
  std::string folder_;
  std::vector<std::string> made_;  // created folders, innermost last
  Descriptor lock_;                // closing it releases the lock
};

}  // namespace io
