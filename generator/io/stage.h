// Stores the files of a build until the build has succeeded: on the same disk as the published files, or in memory.
// Files that are not published are discarded with the stage.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "io/file_system.h"

namespace io {

class Stage {
 public:
  using Done = base::Result<base::Nothing, Error>;

  Stage() = default;
  Stage(const Stage&) = delete;
  Stage& operator=(const Stage&) = delete;
  virtual ~Stage() = default;

  // These may be called from several threads, for different paths.

  // Stages a file for a path, and replaces one that was staged for it before.
  virtual Done write(const std::string& path, std::string_view bytes) = 0;
  virtual Done append(const std::string& path, std::string_view bytes) = 0;
  virtual void drop(const std::string& path) = 0;
  virtual base::Result<std::string, Error> read(const std::string& path) const = 0;

  // Moves the files to their paths, with the guarantees of FileSystem::write. REQUIRES: all files have been staged
  virtual std::vector<Done> publish(const std::vector<std::string>& paths) = 0;
};

}  // namespace io
