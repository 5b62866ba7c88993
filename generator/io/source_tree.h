// The read pass: reads every file of a site once. Later passes do not access any other files.
#pragma once
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "base/hash.h"
#include "io/file_system.h"

namespace io {

// The bytes of a file, with its path from the site's root ("content/lessons/cost.md").
struct SourceFile {
  base::SourceText source;
  base::Hash hash;
  SourceFile(std::string path, std::string bytes)
      : source(std::move(path), std::move(bytes)), hash(base::hash_bytes(source.text())) {}
};

// Whether a file or folder is ignored because of its name: hidden files, editors' backups ("cost.md~") and autosave
// files ("#cost.md#").
bool is_ignored(std::string_view name);

// Returns why a file or folder name can't be part of an address on all hosts; "" if it can.
std::string objection_to_name(std::string_view name);

class SourceTree {
 public:
  // Reads all files below the given folders, in parallel; a folder that does not exist counts as empty.
  // Reported, and not read: symbolic links and special files ("not-a-file"), unreadable files ("unreadable-file"),
  // names that some hosts can't serve ("bad-file-name"), and hidden folders except those of tools (warning
  // "hidden-folder").
  //
  // Unchanged files are shared with the earlier tree; those with the same stamp are not read.
  static SourceTree read(const FileSystem& files, const std::vector<std::string>& folders, unsigned jobs,
                         base::Diagnostics& diagnostics, const SourceTree* earlier = nullptr);

  // Adds a file that ships with the program, unless the site has one at that path.
  void add_default(std::shared_ptr<const SourceFile> file);

  // Returns a file, or null. Trees share ownership of their files.
  const SourceFile* find(const std::string& path) const;
  // Returns all files whose path starts with `prefix`, in bytewise order.
  std::vector<const SourceFile*> below(std::string_view prefix) const;

  // The state of a file when it was read.
  struct State {
    std::string path;
    uint64_t stamp = 0;
    base::Hash hash;
    auto operator<=>(const State&) const = default;
  };
  // Returns the stamps of all files that were read, by path.
  std::vector<State> states() const;
  // Returns the states of the files that read() would read now. Files with the stamp of one of `known`, which are
  // sorted by path, are not read. Returns nullopt if read() would report something.
  static std::optional<std::vector<State>> look(const FileSystem& files, const std::vector<std::string>& folders,
                                                unsigned jobs, const std::vector<State>& known);

 private:
  struct Kept {
    std::shared_ptr<const SourceFile> file;
    uint64_t stamp = 0;
    bool is_default = false;
  };
  const Kept* kept(const std::string& path) const;  // returns null if there is none

  std::map<std::string, Kept, std::less<>> files_;
};

}  // namespace io
