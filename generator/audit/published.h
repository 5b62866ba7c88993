// The files of a site as readers get them.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/diagnostic.h"
#include "base/result.h"
#include "io/file_system.h"

namespace audit {

class Published {
 public:
  struct File {
    std::string address;
    uint64_t size = 0;
  };

  // Lists all files below a folder except ".git"; the folder must outlive the object. Links and special files are
  // reported and not followed: "not-a-file", "unreadable-file", "too-deep". `prefix` precedes addresses in messages:
  // "site/". Of `others`, which need not be in the folder, only the names are known.
  Published(const io::FileSystem& folder, std::string prefix, const std::vector<std::string>& others,
            base::Diagnostics& diagnostics);

  // Sorted by address.
  const std::vector<File>& files() const { return files_; }
  std::optional<uint32_t> find(std::string_view address) const;
  // Returns the file with the most similar name, for suggestions; "" if there is none.
  std::string nearest(std::string_view address) const;
  // Thread-safe.
  base::Result<std::string, io::Error> read(uint32_t file) const { return folder_.read(files_[file].address); }
  // Returns the name of the file for messages.
  std::string path(uint32_t file) const { return prefix_ + files_[file].address; }

 private:
  const io::FileSystem& folder_;
  std::vector<File> files_;
  std::unordered_map<std::string_view, uint32_t> by_address_;
  // Keyed by file name; the first of several files with the same name.
  std::unordered_map<std::string_view, uint32_t> by_name_;
  std::string prefix_;
};

}  // namespace audit
