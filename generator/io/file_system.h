// Folder io/: all access to files. A FileSystem is on disk, in memory or layered over another. Paths are relative to
// its root, with '/' between parts; "" is the root. Absolute paths and parts that are "..", "." or empty are refused,
// and symbolic links are not followed.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace io {

enum class EntryType { file, directory, symlink, other };

struct Entry {
  std::string name;
  EntryType type = EntryType::file;
  uint64_t size = 0;
  // Of a file: while it is the same, and not 0, so are the bytes. 0 if only reading the file can answer that.
  uint64_t stamp = 0;
};

enum class ErrorKind { not_found, not_a_file, not_a_directory, permission, bad_path, machine };

struct Error {
  ErrorKind kind = ErrorKind::machine;
  std::string path;
  std::string message;  // of the system: "Permission denied"
};

class Stage;

class FileSystem {
 public:
  virtual ~FileSystem() = default;
  // All may be called from several threads at once, except to write the same path.

  // Sorted by name, bytewise.
  virtual base::Result<std::vector<Entry>, Error> list(const std::string& directory) const = 0;
  virtual base::Result<Entry, Error> status(const std::string& path) const = 0;
  virtual base::Result<std::string, Error> read(const std::string& file) const = 0;
  // Creates the folders it needs. At any moment the file has either its old bytes or the new ones.
  virtual base::Result<base::Nothing, Error> write(const std::string& file, std::string_view bytes) = 0;
  virtual base::Result<base::Nothing, Error> remove(const std::string& file) = 0;
  // Does nothing if the folder is not empty.
  virtual void remove_if_empty(const std::string& directory) = 0;
  // Where files wait until it is known whether they are to be written (io/stage.h). The file system outlives it.
  virtual std::unique_ptr<Stage> stage();
};

// True for a path as described above.
bool is_plain_path(std::string_view path);

base::Failure<Error> not_found(const std::string& path);

}  // namespace io
