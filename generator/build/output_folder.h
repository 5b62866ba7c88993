// The output folder at the beginning of a build. Files that an earlier build left are recognized by their stamps, and
// not read.
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

// A published file: the hash of its bytes, and its stamp (io::Entry), 0 if unknown.
struct Published {
  uint64_t stamp = 0;
  base::Hash hash;
};
using PublishedFiles = std::map<std::string, Published, std::less<>>;  // by address

class OutputFolder {
 public:
  // Lists all files except those in folders whose names begin with '.', which no build publishes. A symbolic link or
  // special file counts as a file whose bytes differ from all that were published. `known` are the files of the last
  // build; both must outlive this.
  OutputFolder(const io::FileSystem& files, const PublishedFiles& known);

  // Whether a file has bytes with this hash and size. Thread-safe.
  bool holds(const std::string& address, const base::Hash& hash, std::optional<uint64_t> size = {}) const;
  // Whether the file exists. Thread-safe.
  bool has(std::string_view address) const { return seen_.contains(address); }
  // Whether all files are as the last build recorded them.
  bool holds_all(unsigned jobs) const;
  // Sets the stamps of `files` to the current ones; returns true if any differed.
  bool note_stamps(PublishedFiles& files) const;
  // Addresses of all files except these and hidden ones.
  std::vector<std::string> besides(const PublishedFiles& files) const;
  // Folders in it that contain a file with a name, "part/".
  std::vector<std::string> folders_with(std::string_view name) const;
  // The stamp of a file; 0 if there was no such file.
  uint64_t stamp(const std::string& address) const;
  // Temporary files of a killed build, with folders after the files in them.
  const std::vector<std::string>& left_over() const { return left_over_; }
  const io::FileSystem& files() const { return files_; }

 private:
  struct Seen {
    uint64_t size = 0, stamp = 0;
    const base::Hash* hash = nullptr;  // if the last build recorded it with the same stamp
  };
  void list(const std::string& folder, size_t depth);
  void add_left_over(std::string path, io::EntryType type, size_t depth);

  const io::FileSystem& files_;
  const PublishedFiles& known_;
  std::map<std::string, Seen, std::less<>> seen_;  // by address
  std::vector<std::string> left_over_;
};

// Reports that a file of the output folder can't be read.
void report_unread(const io::Error& error, base::Diagnostics& diagnostics);
// Reports once, at the first file, that the folder of staged files or the output folder was removed.
void report_removed(size_t files, const std::string& first, base::Diagnostics& diagnostics);

}  // namespace build
