// The files of a site as readers get them: of a build that is not written yet, or of a folder.
#pragma once
#include <cstdint>
#include <functional>
#include <map>
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

  // The files that a build would write, by address; of `others` only the names are known. `files` outlives it.
  static Published in_memory(const std::map<std::string, std::string>& files, const std::vector<std::string>& others);
  // All files below a folder, which outlives it, except ".git". Links and special files are reported and not followed:
  // "not-a-file", "unreadable-file", "too-deep". `prefix` precedes addresses in messages: "site/".
  static Published in_folder(const io::FileSystem& folder, const std::string& prefix, base::Diagnostics& diagnostics);

  // Sorted by address.
  const std::vector<File>& files() const { return files_; }
  std::optional<uint32_t> find(std::string_view address) const;
  // The file with the most similar name, for suggestions; "" for none.
  std::string nearest(std::string_view address) const;
  // The bytes, in `buffer` if they had to be read. Thread-safe.
  base::Result<std::string_view, io::Error> read(uint32_t file, std::string& buffer) const;
  // The name of the file in messages.
  std::string path(uint32_t file) const { return prefix_ + files_[file].address; }

 private:
  void index();

  std::vector<File> files_;
  std::unordered_map<std::string_view, uint32_t> by_address_;
  std::unordered_map<std::string_view, uint32_t> by_name_;  // the first of the files without their folder
  std::string prefix_;
  const std::map<std::string, std::string>* memory_ = nullptr;
  const io::FileSystem* folder_ = nullptr;
};

}  // namespace audit
