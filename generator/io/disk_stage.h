// A folder of temporary files in the folder that they are published to, so that each takes its place by a rename.
#pragma once
#include <mutex>
#include <string>
#include <vector>

#include "io/disk.h"
#include "io/stage.h"

namespace io {

class DiskStage final : public Stage {
 public:
  // Makes nothing before something is put there. `disk` outlives this.
  explicit DiskStage(DiskFileSystem& disk) : disk_(disk) {}
  ~DiskStage() override;

  std::optional<Place> put(std::string_view bytes) override;
  base::Result<std::string, Error> read(const Place& place) const override;
  base::Result<base::Nothing, Error> publish(const Place& place, const std::string& file) override;

 private:
  bool open();                                 // makes the folder; false where that was refused
  std::string path_of(uint32_t number) const;  // below the root
  std::string on_disk(const std::string& path) const;
  // As DiskFileSystem::resolve(), but looks at folders once while one file after the other goes there.
  base::Result<std::string, Error> resolve(const std::string& file);

  DiskFileSystem& disk_;
  std::mutex mutex_;
  enum class State { closed, open, refused } state_ = State::closed;
  std::string name_;               // of the folder
  std::vector<std::string> made_;  // it, and those above it that were not there, in order
  std::vector<bool> waits_;        // by number
  std::string resolved_;           // the folder of the file before
};

}  // namespace io
