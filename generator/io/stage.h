// Files on their way: what would take much memory waits beside what is published, under temporary names, until it takes
// its place there. What never does goes with the stage.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "io/file_system.h"

namespace io {

class Stage {
 public:
  struct Place {
    uint32_t number = 0;
    uint64_t size = 0;
  };

  Stage() = default;
  Stage(const Stage&) = delete;
  Stage& operator=(const Stage&) = delete;
  virtual ~Stage() = default;
  // All may be called from several threads at once.

  // Nothing where the disk refuses: whoever has the bytes holds them, and meets the reason when they are written.
  virtual std::optional<Place> put(std::string_view bytes) = 0;
  virtual base::Result<std::string, Error> read(const Place& place) const = 0;
  // As FileSystem::write does it. Once: then the place is empty.
  virtual base::Result<base::Nothing, Error> publish(const Place& place, const std::string& file) = 0;
};

}  // namespace io
