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
  // The bytes of a file are unchanged as long as its stamp is unchanged and not 0. If the stamp is 0, the file must be
  // read to find out.
  uint64_t stamp = 0;
};

enum class ErrorKind { not_found, not_a_file, not_a_directory, permission, bad_path, machine };

struct Error {
  ErrorKind kind = ErrorKind::machine;
  std::string path;
  std::string message;  // the system's message: "Permission denied"
};

class Stage;

class FileSystem {
 public:
  virtual ~FileSystem() = default;
  // Thread-safe, except for writing to the same path.

  // Returns the entries of a folder, sorted by name, bytewise.
  virtual base::Result<std::vector<Entry>, Error> list(const std::string& directory) const = 0;
  virtual base::Result<Entry, Error> status(const std::string& path) const = 0;
  virtual base::Result<std::string, Error> read(const std::string& file) const = 0;
  // Creates parent folders. Atomic: the file always has either its old bytes or the new ones.
  virtual base::Result<base::Nothing, Error> write(const std::string& file, std::string_view bytes) = 0;
  virtual base::Result<base::Nothing, Error> remove(const std::string& file) = 0;
  // Removes a folder. Does nothing if it is not empty.
  virtual void remove_if_empty(const std::string& directory) = 0;
  // Returns a stage for files that will be written later, or not at all (io/stage.h). The file system must outlive it.
  virtual std::unique_ptr<Stage> stage();
};

// Whether a path follows the rules above.
bool is_plain_path(std::string_view path);

// Returns the error for an errno.
base::Failure<Error> system_error(const std::string& path, int code);
base::Failure<Error> bad_path(const std::string& path);

}  // namespace io
