// The real disk below one folder.
#pragma once
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "io/file_system.h"

namespace io {

// What is published can be made again; what people wrote can't, so it is on the disk before it takes the place of what
// was there (fsync), and outlasts a loss of power.
enum class Writing { fast, lasting };

class DiskFileSystem final : public FileSystem {
 public:
  // The folder need not exist yet; write() makes it.
  explicit DiskFileSystem(std::string root, Writing writing = Writing::fast);

  base::Result<std::vector<Entry>, Error> list(const std::string& directory) const override;
  base::Result<Entry, Error> status(const std::string& path) const override;
  base::Result<std::string, Error> read(const std::string& file) const override;
  // In each folder that it writes into it first takes away what programs left there that were ended while they wrote.
  base::Result<base::Nothing, Error> write(const std::string& file, std::string_view bytes) override;
  base::Result<base::Nothing, Error> remove(const std::string& file) override;
  void remove_if_empty(const std::string& directory) override;
  // None for what is to last.
  std::unique_ptr<Stage> stage() override;

  // The first time that the machine refused to list, look at or read something that may be there: whoever took it for
  // absent was wrong.
  std::optional<Error> failure() const;

 private:
  friend class DiskStage;
  base::Result<std::string, Error> resolve(const std::string& path) const;
  // With those above it. Adds those that were not there to `made`.
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

// What the system says with an errno.
base::Failure<Error> system_error(const std::string& path, int code);

// For a file or folder that only this process knows, and only while it runs.
std::string temporary_name();
// Whether a file of this name is one that is being written, or was when the program ended. Nobody reads those: their
// names begin with a dot.
bool is_temporary(std::string_view name);

}  // namespace io
