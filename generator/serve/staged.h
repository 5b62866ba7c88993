// An output folder in memory: a build writes into it as it would to the disk, and what it has changed is then taken as
// one, or dropped. So nobody is shown half of a build, and site/ stays as `build` left it.
#pragma once
#include <mutex>

#include "io/file_system.h"
#include "serve/published.h"

namespace serve {

// Of a file system it has what builds ask for; what is written may be written by several threads.
class StagedFiles final : public io::FileSystem {
 public:
  base::Result<std::vector<io::Entry>, io::Error> list(const std::string& directory) const override;
  base::Result<io::Entry, io::Error> status(const std::string& path) const override;
  base::Result<std::string, io::Error> read(const std::string& file) const override;
  base::Result<base::Nothing, io::Error> write(const std::string& file, std::string_view bytes) override;
  base::Result<base::Nothing, io::Error> remove(const std::string& file) override;
  void remove_if_empty(const std::string&) override {}  // folders are there as long as they hold something

  // What was written and removed since the last call of one of these two.
  Changes take_changes();
  void discard_changes();
  // All that is there.
  Changes everything() const;
  // What is there at an address; null for nothing.
  Bytes at(const std::string& file) const;

 private:
  void keep_earlier(const std::string& file);

  mutable std::mutex mutex_;
  struct File {
    Bytes bytes;  // null for none
    uint64_t stamp = 0;
  };
  std::map<std::string, File> files_;
  std::map<std::string, File> earlier_;  // what stood at the places that were touched
  uint64_t last_stamp_ = 0;
};

}  // namespace serve
