// A disk without one of its files. What is written goes nowhere: it is refused.
#pragma once
#include "io/file_system.h"

namespace io {

class WithoutFile final : public FileSystem {
 public:
  // The disk outlives this.
  WithoutFile(const FileSystem& disk, std::string file) : disk_(disk), file_(std::move(file)) {}

  base::Result<std::vector<Entry>, Error> list(const std::string& directory) const override;
  base::Result<Entry, Error> status(const std::string& path) const override;
  base::Result<std::string, Error> read(const std::string& file) const override;
  base::Result<base::Nothing, Error> write(const std::string& file, std::string_view bytes) override;
  base::Result<base::Nothing, Error> remove(const std::string& file) override;
  void remove_if_empty(const std::string&) override {}

 private:
  const FileSystem& disk_;
  std::string file_;
};

}  // namespace io
