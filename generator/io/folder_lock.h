// Keeps two programs from writing one folder at the same time. Advisory: it binds those that ask, on file systems that
// know such locks; elsewhere nobody is kept from anything.
#pragma once
#include <functional>
#include <string>
#include <vector>

namespace io {

class FolderLock {
 public:
  // Makes the folder if it is not there. Returns when nobody else has it; `waits` is called first, if it comes to that.
  FolderLock(std::string folder, const std::function<void()>& waits);
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;
  // Takes away the folders that it made and that are still empty.
  ~FolderLock();

 private:
  std::string folder_;
  std::vector<std::string> made_;  // the innermost first
  int descriptor_ = -1;
};

}  // namespace io
