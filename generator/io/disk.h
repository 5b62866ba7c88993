// The files below a folder on disk.
#pragma once
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "io/file_system.h"

namespace io {

// Published files can be regenerated. Files that people wrote can't, so they are synchronized to disk (fsync) before
// they replace existing ones, and survive a power failure.
enum class Writing { fast, durable };

class DiskFileSystem final : public FileSystem {
 public:
  // The folder need not exist yet; write() creates it.
  explicit DiskFileSystem(std::string root, Writing writing = Writing::fast);

  base::Result<std::vector<Entry>, Error> list(const std::string& directory) const override;
  base::Result<Entry, Error> status(const std::string& path) const override;
  base::Result<std::string, Error> read(const std::string& file) const override;
  // The first write to a folder also removes temporary files that killed programs left there.
  base::Result<base::Nothing, Error> write(const std::string& file, std::string_view bytes) override;
  base::Result<base::Nothing, Error> remove(const std::string& file) override;
  void remove_if_empty(const std::string& directory) override;
  std::unique_ptr<Stage> stage() override;

  // Returns a path on the disk. Refuses a symbolic link among its folders.
  base::Result<std::string, Error> resolve(const std::string& path) const;
  // Returns the first system error of listing or reading. A caller may have treated the file as missing.
  std::optional<Error> failure() const;

 private:
  base::Failure<Error> refused(const std::string& path, int code) const;
  void clean_once(const std::string& folder);

  std::string root_;
  Writing writing_;
  mutable std::mutex mutex_;
  mutable std::optional<Error> failure_;
  std::set<std::string> cleaned_;
};

// Creates a folder of the disk and its parents. Appends the new ones to `made`.
base::Result<base::Nothing, Error> make_directories(const std::string& path, std::vector<std::string>* made = nullptr);

// Returns a new temporary name for a file or folder of this process.
std::string temporary_name();
// Whether a file with this name is temporary: it is being written, or was when its process ended. Such files are not
// read, because their names begin with a dot.
bool is_temporary(std::string_view name);

}  // namespace io
