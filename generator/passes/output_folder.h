// The output folder at the beginning of a build. Files that an earlier build wrote are recognized by their stamps, so
// that they need not be read.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "base/hash.h"
#include "io/file_system.h"

namespace passes {

// A published file: the hash of its bytes, and its stamp (io::Entry), 0 if unknown.
struct Published {
  uint64_t stamp = 0;
  base::Hash hash;
};
using PublishedFiles = std::map<std::string, Published, std::less<>>;  // keyed by address

class OutputFolder {
 public:
  // Lists all files except those in folders whose names begin with '.', which builds never publish. A symbolic link or
  // special file counts as a file whose bytes differ from all published ones. `known` are the files of the last build;
  // both arguments must outlive the object.
  OutputFolder(const io::FileSystem& files, const PublishedFiles& known);

  // Whether a file has bytes with this hash and size. Thread-safe.
  bool holds(const std::string& address, const base::Hash& hash, std::optional<uint64_t> size = {}) const;
  // Whether the file exists. Thread-safe.
  bool has(std::string_view address) const { return seen_.contains(address); }
  // Whether all files are unchanged since the last build recorded them.
  bool holds_all(unsigned jobs) const;
  // Sets the stamps of `files` to the current ones. Returns true if any stamp changed.
  bool note_stamps(PublishedFiles& files) const;
  // Returns the addresses of all files except `files` and hidden ones.
  std::vector<std::string> besides(const PublishedFiles& files) const;
  // Returns the subfolders ("part/") that contain a file with this name.
  std::vector<std::string> folders_with(std::string_view name) const;
  // Returns the stamp of a file; 0 if there was no such file.
  uint64_t stamp(const std::string& address) const;
  // Returns the temporary files of a killed build; folders come after the files in them.
  const std::vector<std::string>& left_over() const { return left_over_; }
  const io::FileSystem& files() const { return files_; }

 private:
  struct Seen {
    uint64_t size = 0, stamp = 0;
    const base::Hash* hash = nullptr;  // the hash, if the last build recorded it with the same stamp; otherwise null
  };
  void list(const std::string& folder, size_t depth);
  void add_left_over(std::string path, io::EntryType type, size_t depth);

  const io::FileSystem& files_;
  const PublishedFiles& known_;
  std::map<std::string, Seen, std::less<>> seen_;  // keyed by address
  std::vector<std::string> left_over_;
};

// Reports that a file of the output folder can't be read.
void report_unread(const io::Error& error, base::Diagnostics& diagnostics);
// Reports once, at the first file, that the folder of staged files or the output folder was removed.
void report_removed(size_t files, const std::string& first, base::Diagnostics& diagnostics);

}  // namespace passes
