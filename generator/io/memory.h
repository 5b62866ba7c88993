// A disk in memory, for tests and dry runs: it also remembers what was read, written and removed.
#pragma once
#include <map>
#include <mutex>
#include <set>

#include "io/file_system.h"

namespace io {

class MemoryFileSystem final : public FileSystem {
 public:
  MemoryFileSystem() = default;
  explicit MemoryFileSystem(std::map<std::string, std::string> files) : files_(std::move(files)) {}

  base::Result<std::vector<Entry>, Error> list(const std::string& directory) const override;
  base::Result<Entry, Error> status(const std::string& path) const override;
  base::Result<std::string, Error> read(const std::string& file) const override;
  base::Result<base::Nothing, Error> write(const std::string& file, std::string_view bytes) override;
  base::Result<base::Nothing, Error> remove(const std::string& file) override;
  void remove_if_empty(const std::string&) override {}  // folders exist as long as they hold something

  // For tests: not to be called while others use the file system.
  const std::map<std::string, std::string>& files() const { return files_; }
  const std::vector<std::string>& reads() const { return reads_; }
  const std::vector<std::string>& writes() const { return writes_; }
  const std::vector<std::string>& removals() const { return removals_; }
  void forget_accesses();
  // From now on, touching this path fails with this error.
  void fail_at(const std::string& path, ErrorKind kind, std::string message);

 private:
  bool is_directory(const std::string& path) const;
  uint64_t stamp_of(const std::string& file) const;

  std::map<std::string, std::string> files_;
  std::map<std::string, uint64_t> stamps_;  // of files that were written
  std::map<std::string, Error> failures_;
  mutable std::vector<std::string> reads_;
  std::vector<std::string> writes_, removals_;
  mutable std::mutex mutex_;
};

}  // namespace io
