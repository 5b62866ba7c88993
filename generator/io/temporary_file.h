// Bytes that wait on the disk instead of in memory: a file without a name, which is gone when the program ends, however
// that comes.
#pragma once
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "io/descriptor.h"
#include "io/file_system.h"

namespace io {

class TemporaryFile {
 public:
  struct Place {
    uint64_t offset = 0;
    uint64_t size = 0;
  };

  // From any thread. Nothing where the disk has no room, or none of this kind: whoever has the bytes goes on with them.
  // The file is made by the first call, where the system has such files ($TMPDIR, or /tmp).
  std::optional<Place> put(std::string_view bytes);
  // What was put there. From any thread.
  base::Result<std::string, Error> read(const Place& place) const;

 private:
  std::mutex mutex_;
  Descriptor file_;
  bool is_refused_ = false;
  uint64_t size_ = 0;
};

}  // namespace io
