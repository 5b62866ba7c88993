// The files below a folder on disk.
#pragma once
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "io/file_system.h"

namespace io {

// What is published can be made again. What people wrote can't, so it is synchronized to disk (fsync) before it
// replaces what was there, and survives a loss of power.
enum class Writing { fast, durable };

class DiskFileSystem final : public FileSystem {
 public:
  // The folder need not exist yet; write() makes it.
  explicit DiskFileSystem(std::string root, Writing writing = Writing::fast);

  base::Result<std::vector<Entry>, Error> list(const std::string& directory) const override;
  base::Result<Entry, Error> status(const std::string& path) const override;
  base::Result<std::string, Error> read(const std::string& file) const override;
  // First removes temporary files that killed programs left in the folder.
  base::Result<base::Nothing, Error> write(const std::string& file, std::string_view bytes) override;
  base::Result<base::Nothing, Error> remove(const std::string& file) override;
  void remove_if_empty(const std::string& directory) override;
  std::unique_ptr<Stage> stage() override;

  // The first error of the machine in listing or reading something: a caller may have treated that as if it did not
  // exist.
  std::optional<Error> failure() const;

 private:
  friend class DiskStage;
  base::Result<std::string, Error> resolve(const std::string& path) const;
  // With those above it. Appends those that were not there to `made`.
  base::Result<base::Nothing, Error> make_directories(const std::string& path,
                                                      std::vector<std::string>* made = nullptr);
  base::Failure<Error> refused(const std::string& path, int code) const;
  void clean_once(const std::string& folder);

  std::string root_;
  Writing writing_;
  mutable std::mutex mutex_;
  mutable std::optional<Error> failure_;
  std::set<std::string> cleaned_;
};

// The error of an errno.
base::Failure<Error> system_error(const std::string& path, int code);

// A name for a file or folder of this process.
std::string temporary_name();
// Whether a file with this name is being written, or was when its program ended. Such files are not read: their names
// begin with a dot.
bool is_temporary(std::string_view name);

}  // namespace io
