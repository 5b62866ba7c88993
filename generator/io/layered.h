// One disk laid over another: a file above hides the one of that name below, and folders hold what both have. What is
// written goes nowhere: it is refused.
#pragma once
#include "io/file_system.h"

namespace io {

class LayeredFileSystem final : public FileSystem {
 public:
  // Both outlive this.
  LayeredFileSystem(const FileSystem& below, const FileSystem& above) : below_(below), above_(above) {}

  base::Result<std::vector<Entry>, Error> list(const std::string& directory) const override;
  base::Result<Entry, Error> status(const std::string& path) const override;
  base::Result<std::string, Error> read(const std::string& file) const override;
  base::Result<base::Nothing, Error> write(const std::string& file, std::string_view bytes) override;
  base::Result<base::Nothing, Error> remove(const std::string& file) override;
  void remove_if_empty(const std::string&) override {}

 private:
  const FileSystem& below_;
  const FileSystem& above_;
};

}  // namespace io
