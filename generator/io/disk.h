// The files below a folder on disk.
#pragma once
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
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

  // Takes files below `folder` that are not there from another folder of the disk, and changes them there. `is_own`
  // says which paths are never taken.
  void share(std::string folder, const std::string& other, bool (*is_own)(std::string_view path));

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
  // Returns the other folder and the path there of a path that may be taken from it; null for other paths.
  DiskFileSystem* other_of(const std::string& path, std::string& inner) const;
  // The same, if the file is not below the root and is in the other folder.
  DiskFileSystem* taken_from(const std::string& path, std::string& inner) const;
  base::Result<std::vector<Entry>, Error> list_own(const std::string& directory) const;
  base::Result<std::string, Error> read_own(const std::string& file) const;
  void clean_once(const std::string& folder);

  std::string root_;
  Writing writing_;
  mutable std::mutex mutex_;
  mutable std::optional<Error> failure_;
  std::set<std::string> cleaned_;
  std::string shared_;                     // the folder whose files may be in the other one
  std::unique_ptr<DiskFileSystem> other_;  // null if nothing is shared
  bool (*is_own_)(std::string_view) = nullptr;
};

// Creates a folder of the disk and its parents. Appends the new ones to `made`.
base::Result<base::Nothing, Error> make_directories(const std::string& path, std::vector<std::string>* made = nullptr);

// Returns a new temporary name for a file or folder of this process.
std::string temporary_name();
// Whether a file with this name is temporary: it is being written, or was when its process ended. Such files are not
// read, because their names begin with a dot.
bool is_temporary(std::string_view name);

}  // namespace io
