// The real disk below one folder.
#pragma once
#include "io/file_system.h"

namespace io {

class DiskFileSystem final : public FileSystem {
 public:
  // The folder need not exist yet; write() makes it.
  explicit DiskFileSystem(std::string root);

  base::Result<std::vector<Entry>, Error> list(const std::string& directory) const override;
  base::Result<Entry, Error> status(const std::string& path) const override;
  base::Result<std::string, Error> read(const std::string& file) const override;
  base::Result<base::Nothing, Error> write(const std::string& file, std::string_view bytes) override;
  base::Result<base::Nothing, Error> remove(const std::string& file) override;
  void remove_if_empty(const std::string& directory) override;

 private:
  base::Result<std::string, Error> resolve(const std::string& path) const;
  base::Result<base::Nothing, Error> make_directories(const std::string& path);

  std::string root_;
};

}  // namespace io
