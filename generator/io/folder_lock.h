// Keeps two programs from writing one folder at the same time. Advisory: it binds those that ask, on file systems that
// know such locks; elsewhere nobody is kept from anything.
#pragma once
#include <functional>
#include <string>

namespace io {

class FolderLock {
 public:
  // Makes the folder if it is not there. Returns when nobody else has it; `waits` is called first, if it comes to that.
  FolderLock(std::string folder, const std::function<void()>& waits);
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;
  // Takes away a folder that it made and that is still empty.
  ~FolderLock();

 private:
  std::string folder_;
  bool made_ = false;
  int descriptor_ = -1;
};

}  // namespace io
