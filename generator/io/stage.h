// Files on their way: what would take much memory waits beside what is published, under temporary names, until it takes
// its place there. What never does goes with the stage.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/file_system.h"

namespace io {

class Stage {
 public:
  struct Place {
    uint32_t folder = 0;
    uint64_t size = 0;
  };
  struct File {
    const std::string* path;
    Place place;
  };

  Stage() = default;
  Stage(const Stage&) = delete;
  Stage& operator=(const Stage&) = delete;
  virtual ~Stage() = default;

  // What is to stand at a path; put there again, it replaces what waits for it. Nothing where the disk refuses: whoever
  // has the bytes holds them, and meets the reason when they are written. From several threads at once, as `read`.
  virtual std::optional<Place> put(const std::string& path, std::string_view bytes) = 0;
  // Adds to what waits for a path; gives its place from now on. Nothing where the disk refuses: what waits there then
  // is of no use.
  virtual std::optional<Place> append(const File& file, std::string_view bytes) = 0;
  // Removes what waits for a path, where it stands as it is.
  virtual void drop(const File& file) = 0;
  virtual base::Result<std::string, Error> read(const File& file) const = 0;
  // Each as FileSystem::write does it, in their order; but a folder that is not there yet comes with all of its files
  // at once. Then nothing waits for them any more.
  virtual std::vector<base::Result<base::Nothing, Error>> publish(const std::vector<File>& files) = 0;
};

}  // namespace io
