// The files of a site as readers get them, from a build that is not written yet or from a folder.
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

  // Contains the files that a build would write, by address. Of `others`, only the names are known. `files` must
  // outlive the result.
  static Published in_memory(const std::map<std::string, std::string>& files, const std::vector<std::string>& others);
  // Lists all files below a folder except ".git"; the folder must outlive the result. Links and special files are
  // reported and not followed: "not-a-file", "unreadable-file", "too-deep". `prefix` precedes addresses in messages:
  // "site/".
  static Published in_folder(const io::FileSystem& folder, const std::string& prefix, base::Diagnostics& diagnostics);

  // Sorted by address.
  const std::vector<File>& files() const { return files_; }
  std::optional<uint32_t> find(std::string_view address) const;
  // Returns the file with the most similar name, for suggestions; "" if there is none.
  std::string nearest(std::string_view address) const;
  // Returns the bytes of a file. They are in `buffer` if they had to be read. Thread-safe.
  base::Result<std::string_view, io::Error> read(uint32_t file, std::string& buffer) const;
  // Returns the name of the file for messages.
  std::string path(uint32_t file) const { return prefix_ + files_[file].address; }

 private:
  void index();

  std::vector<File> files_;
  std::unordered_map<std::string_view, uint32_t> by_address_;
  // Keyed by file name; the first of several files with the same name.
  std::unordered_map<std::string_view, uint32_t> by_name_;
  std::string prefix_;
  const std::map<std::string, std::string>* memory_ = nullptr;
  const io::FileSystem* folder_ = nullptr;
};

}  // namespace audit
