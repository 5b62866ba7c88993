// The output folder as it is when a build begins. Files that are as an earlier build left them are known by their
// stamps, so that they are not read.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "base/hash.h"
#include "io/file_system.h"

namespace build {

// A file that is published: what it holds, and its stamp (io::Entry) when that was known; 0 for not.
struct Published {
  uint64_t stamp = 0;
  base::Hash hash;
};
using PublishedFiles = std::map<std::string, Published, std::less<>>;  // by address

class OutputFolder {
 public:
  // Looks at all files but those in folders whose names begin with '.', which no build publishes. A symbolic link, or
  // what else is no folder, is a file that holds nothing that was published. `known` is what the last build noted; both
  // outlive this.
  OutputFolder(const io::FileSystem& files, const PublishedFiles& known);

  // Whether a file holds the bytes with this hash; of another `size`, it can't. From any thread.
  bool holds(const std::string& address, const base::Hash& hash, std::optional<uint64_t> size = {}) const;
  // Whether there is a file, whatever it holds. From any thread.
  bool has(std::string_view address) const { return find(address) != nullptr; }
  // Whether all files hold what the last build noted.
  bool holds_all(unsigned jobs) const;
  // Gives files the stamps that they have here; whether one was another.
  bool note_stamps(PublishedFiles& files) const;
  // Addresses of other files than these; hidden ones do not count.
  std::vector<std::string> besides(const PublishedFiles& files) const;
  // Folders in it that hold a file of a name, "part/".
  std::vector<std::string> folders_with(std::string_view name) const;
  // 0 for a file that was not there.
  uint64_t stamp(const std::string& address) const;
  // What a build was writing when it was ended: files, and folders behind the files in them.
  const std::vector<std::string>& left_over() const { return left_over_; }
  const io::FileSystem& files() const { return files_; }

 private:
  struct Seen {
    std::string address;
    uint64_t size = 0, stamp = 0;
    const base::Hash* hash = nullptr;  // where the last build noted it, and the file has the stamp that it had then
  };
  const Seen* find(std::string_view address) const;  // null for none
  void look(const std::string& folder, size_t depth);
  void add_left_over(std::string path, io::EntryType type, size_t depth);

  const io::FileSystem& files_;
  const PublishedFiles& known_;
  std::vector<Seen> seen_;  // by address
  std::vector<std::string> left_over_;
};

// That a file of the output folder, which is to stand, can't be read.
void report_unread(const io::Error& error, base::Diagnostics& diagnostics);
// That the folder was removed in which files waited, or which they were to stand in. It is told once, at the first.
void report_removed(size_t files, const std::string& first, base::Diagnostics& diagnostics);

}  // namespace build
