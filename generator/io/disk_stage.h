// A stage in a temporary folder inside the output folder, with the same subfolders. Each file is published by a rename,
// and a new folder by a single rename with everything in it.
#pragma once
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "io/descriptor.h"
#include "io/disk.h"
#include "io/stage.h"

namespace io {

class DiskStage final : public Stage {
 public:
  // Creates nothing before the first file is staged. `disk` must outlive the stage.
  explicit DiskStage(DiskFileSystem& disk) : disk_(disk) {}
  ~DiskStage() override;

  Done write(const std::string& path, std::string_view bytes) override;
  Done append(const std::string& path, std::string_view bytes) override;
  void drop(const std::string& path) override;
  base::Result<std::string, Error> read(const std::string& path) const override;
  std::vector<Done> publish(const std::vector<std::string>& paths) override;

 private:
  // A folder of the stage while its files are published.
  struct Folder {
    bool is_moved = false;       // whether the whole folder was moved by a single rename
    std::optional<Error> error;  // the error of opening the target folder
  };

  Done open_folder();
  Done write(const std::string& path, std::string_view bytes, int flags);
  std::string staged(const std::string& path) const;   // returns the path of the staged file on the disk
  std::string on_disk(const std::string& path) const;  // returns the path of the published file on the disk
  const Folder& publish_folder(const std::string& folder);
  Done publish_file(const std::string& path);

  DiskFileSystem& disk_;
  std::mutex mutex_;
  std::string name_;               // the name of the temporary folder; "" before it exists
  Descriptor folder_;              // the temporary folder
  std::optional<Error> refused_;   // the error of creating the temporary folder
  std::vector<std::string> made_;  // the folder and the parents that were created, in order
  std::map<std::string, Folder> folders_;
};

}  // namespace io
