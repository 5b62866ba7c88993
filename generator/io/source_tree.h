// The read pass: every file of a site, once. After it nothing else is read: parsing, rendering and checking work on
// what is here.
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

// A file's bytes under its path from the site's root ("content/lessons/cost.md").
struct SourceFile {
  base::SourceText source;
  base::Hash hash;
  SourceFile(std::string path, std::string bytes)
      : source(std::move(path), std::move(bytes)), hash(base::hash_bytes(source.text())) {}
};

// What is no file or folder of the site by its name: hidden ones, editors' backups ("cost.md~") and what they keep of
// texts that are not saved ("#cost.md#").
bool is_passed_over(std::string_view name);

// Why a name of a file or folder can't be part of an address everywhere; "" when it can.
std::string objection_to_name(std::string_view name);

class SourceTree {
 public:
  // Reads all files below the given folders, side by side; a folder that is not there counts as empty. Names that start
  // with '.' and editors' backups ("~" at the end) are passed over. Reported, and left out: symbolic links and special
  // files ("not-a-file"), what can't be read ("unreadable-file"), names that no host can serve ("bad-file-name"), and
  // hidden folders that are not those of a tool (warning "hidden-folder").
  // Files of an earlier tree that have the same bytes are shared with it; those with the same stamp are not read.
  static SourceTree read(const FileSystem& files, const std::vector<std::string>& folders, unsigned jobs,
                         base::Diagnostics& diagnostics, const SourceTree* earlier = nullptr);

  // Adds a file that ships with the program, unless the site has one at that path.
  void add_default(std::shared_ptr<const SourceFile> file);

  // Null pointer when there is no such file. The trees that have the file own it.
  const SourceFile* find(const std::string& path) const;
  // All files whose path starts with `prefix`, in bytewise order.
  std::vector<const SourceFile*> below(std::string_view prefix) const;

  // What a file was when it was read.
  struct State {
    std::string path;
    uint64_t stamp = 0;
    base::Hash hash;
    auto operator<=>(const State&) const = default;
  };
  // Of all files that were read, by path.
  std::vector<State> states() const;
  // Of those that read() would read now, without a tree; files that have the stamp of one of `known`, sorted by path,
  // are not read. Nothing where read() would report something.
  static std::optional<std::vector<State>> look(const FileSystem& files, const std::vector<std::string>& folders,
                                                unsigned jobs, const std::vector<State>& known);

 private:
  struct Kept {
    std::shared_ptr<const SourceFile> file;
    uint64_t stamp = 0;
    bool is_default = false;
  };
  const Kept* kept(const std::string& path) const;  // null for none

  std::map<std::string, Kept, std::less<>> files_;
};

}  // namespace io
