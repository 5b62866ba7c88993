// A file system over another one. A file of the upper one hides a file with the same path in the lower one, and folders
// contain the files of both. Read-only.
#pragma once
#include <cerrno>

#include "io/file_system.h"

namespace io {

class LayeredFileSystem : public FileSystem {
 public:
  // Both must outlive the object.
  LayeredFileSystem(const FileSystem& below, const FileSystem& above) : below_(below), above_(above) {}

  base::Result<std::vector<Entry>, Error> list(const std::string& directory) const override;
  base::Result<Entry, Error> status(const std::string& path) const override;
  base::Result<std::string, Error> read(const std::string& file) const override;
  base::Result<base::Nothing, Error> write(const std::string& file, std::string_view) override {
    return system_error(file, EROFS);
  }
  base::Result<base::Nothing, Error> remove(const std::string& file) override { return system_error(file, EROFS); }
  void remove_if_empty(const std::string&) override {}

 private:
  const FileSystem& below_;
  const FileSystem& above_;
};

}  // namespace io
