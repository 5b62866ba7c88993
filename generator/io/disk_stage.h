// A temporary folder in the folder that is published to, so that each file takes its place by a rename; and a new
// folder with all of its files by one, since of 10,000 renames out of one folder the system does one at a time. Each
// folder that is published to has one here, by number, and the files in it have their own names.
#pragma once
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "io/descriptor.h"
#include "io/disk.h"
#include "io/stage.h"

namespace io {

class DiskStage final : public Stage {
 public:
  // Makes nothing before something is put there. `disk` outlives this.
  explicit DiskStage(DiskFileSystem& disk) : disk_(disk) {}
  ~DiskStage() override;

  std::optional<Place> put(const std::string& path, std::string_view bytes) override;
  std::optional<Place> append(const File& file, std::string_view bytes) override;
  void drop(const File& file) override;
  base::Result<std::string, Error> read(const File& file) const override;
  std::vector<base::Result<base::Nothing, Error>> publish(const std::vector<File>& files) override;

 private:
  struct Folder {
    std::string path;      // that its files go to
    size_t files = 0;      // that wait
    bool is_here = false;  // until it is published as a whole
  };

  std::optional<Place> refuse();
  bool open();  // makes the stage; false where that was refused
  std::optional<uint32_t> folder_for(std::string_view path);
  std::string name_of(uint32_t folder) const;   // below the root
  std::string path_of(const File& file) const;  // below the root
  static std::string within(const File& file);  // below the folder of the stage
  std::string on_disk(const std::string& path) const;
  // Into a folder that is made where there is none; false, with errno, where it can't. Most of what is published is
  // new, and nothing need be known of what it replaces.
  base::Result<bool, Error> move_to_free_place(const std::string& from, const std::string& to);
  // With all that is in it, where none stands yet.
  void publish_folder(uint32_t folder);
  base::Result<base::Nothing, Error> publish_file(const File& file);
  // As DiskFileSystem::resolve(), but looks at folders once while one file after the other goes there.
  base::Result<std::string, Error> resolve(const std::string& file);

  DiskFileSystem& disk_;
  std::mutex mutex_;
  enum class State { closed, open, refused } state_ = State::closed;
  std::string name_;               // of the folder
  Descriptor here_;                // it: many files are put there, and its path is long
  std::vector<std::string> made_;  // it, and those above it that were not there, in order
  std::vector<Folder> folders_;
  std::map<std::string, uint32_t, std::less<>> numbers_;  // of folders, by their paths
  std::string resolved_;                                  // the folder of the file before
};

}  // namespace io
