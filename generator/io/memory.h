// A file system in memory, for dry runs, for `serve` and for tests.
#pragma once
#include <map>
#include <memory>
#include <mutex>

#include "io/file_system.h"

namespace io {

class MemoryFileSystem : public FileSystem {
 public:
  using Bytes = std::shared_ptr<const std::string>;
  using Snapshot = std::map<std::string, Bytes, std::less<>>;

  MemoryFileSystem() = default;
  explicit MemoryFileSystem(const std::map<std::string, std::string>& files);

  base::Result<std::vector<Entry>, Error> list(const std::string& directory) const override;
  base::Result<Entry, Error> status(const std::string& path) const override;
  base::Result<std::string, Error> read(const std::string& file) const override;
  base::Result<base::Nothing, Error> write(const std::string& file, std::string_view bytes) override;
  base::Result<base::Nothing, Error> remove(const std::string& file) override;
  void remove_if_empty(const std::string&) override {}  // folders exist as long as they contain something

  std::map<std::string, std::string> files() const;
  // Returns a copy of the list of files, which shares the files' bytes.
  Snapshot snapshot() const;

 private:
  struct File {
    Bytes bytes;
    uint64_t stamp = 0;  // the number of the write; 0 for an initial file
  };
  bool is_directory(const std::string& path) const;

  std::map<std::string, File, std::less<>> files_;
  mutable std::mutex mutex_;
};

}  // namespace io
