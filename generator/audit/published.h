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

  // The files that a build would write, by address; those of `others` are known by their names alone. `files` outlives
  // it.
  static Published in_memory(const std::map<std::string, std::string>& files, const std::vector<std::string>& others);
  // All files below a folder, which outlives it, but for ".git". Whatever is no file is reported and not followed:
  // "not-a-file", "unreadable-file", "too-deep". `prefix` stands before addresses in what is told: "site/".
  static Published in_folder(const io::FileSystem& folder, const std::string& prefix, base::Diagnostics& diagnostics);

  // Sorted by address.
  const std::vector<File>& files() const { return files_; }
  std::optional<uint32_t> find(std::string_view address) const;
  // The file of nearly that name that may have been meant; "" for none.
  std::string nearest(std::string_view address) const;
  // The bytes, in `buffer` where they had to be read. May be called from several threads.
  base::Result<std::string_view, io::Error> read(uint32_t file, std::string& buffer) const;
  // What people are told the file is called.
  std::string path(uint32_t file) const { return prefix_ + files_[file].address; }

 private:
  void index();

  std::vector<File> files_;
  std::unordered_map<std::string_view, uint32_t> by_address_;
  std::unordered_map<std::string_view, uint32_t> by_name_;  // of those without their folder, the first
  std::string prefix_;
  const std::map<std::string, std::string>* memory_ = nullptr;
  const io::FileSystem* folder_ = nullptr;
};

}  // namespace audit
