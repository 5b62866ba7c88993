// A stage in a temporary folder inside the output folder, with the same subfolders. Each file is published by a rename,
// and a new folder by a single rename with everything in it.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <map>
#include <mutex>

#include "io/descriptor.h"
#include "io/disk.h"
#include "io/stage.h"

namespace io {
namespace {

// Returns the folder of a path; "" for a file in the root.
std::string folder_of(const std::string& path) {
  const size_t slash = path.rfind('/');
  return slash == std::string::npos ? "" : path.substr(0, slash);
}

// Creates the parent folders of a file, below a folder that is open. Returns false and sets errno if that fails.
bool make_folders(int root, const std::string& path) {
  for (size_t slash = path.find('/'); slash != std::string::npos; slash = path.find('/', slash + 1))
    if (::mkdirat(root, path.substr(0, slash).c_str(), 0777) != 0 && errno != EEXIST) return false;
  return true;
}

class DiskStage final : public Stage {
 public:
  // Creates nothing before the first file is staged. `disk` stores files below the folder `root`.
  DiskStage(DiskFileSystem& disk, const std::string& root) : disk_(disk), root_(root) {}
  ~DiskStage() override {
    std::error_code ignored;
    if (!made_.empty()) std::filesystem::remove_all(on_disk(name_), ignored);
    // Removes only empty folders.
    for (auto folder = made_.rbegin(); folder != made_.rend(); ++folder) ::rmdir(folder->c_str());
  }

  Done write(const std::string& path, std::string_view bytes) override { return write(path, bytes, O_TRUNC); }
  Done append(const std::string& path, std::string_view bytes) override { return write(path, bytes, O_APPEND); }
  void drop(const std::string& path) override { ::unlinkat(folder_.get(), path.c_str(), 0); }
  base::Result<std::string, Error> read(const std::string& path) const override {
    return disk_.read(fmt::format("{}/{}", name_, path));
  }

  std::vector<Done> publish(const std::vector<std::string>& paths) override {
    std::vector<Done> done;
    for (const std::string& path : paths) {
      const Folder& folder = publish_folder(folder_of(path));
      if (folder.error)
        done.emplace_back(base::Failure{Error{folder.error->kind, path, folder.error->message}});
      else
        done.push_back(folder.is_moved ? base::Nothing{} : publish_file(path));
    }
    return done;
  }

 private:
  // A folder of the stage while its files are published.
  struct Folder {
    bool is_moved = false;       // whether the whole folder was moved by a single rename
    std::optional<Error> error;  // the error of opening the target folder
  };

  // These return the path of a staged file on the disk, and of the published one.
  std::string staged(const std::string& path) const { return fmt::format("{}/{}/{}", root_, name_, path); }
  std::string on_disk(const std::string& path) const { return fmt::format("{}/{}", root_, path); }

  Done open_folder() {
    const std::lock_guard lock(mutex_);
    if (name_.empty()) {
      name_ = temporary_name();
      const auto made = make_directories(on_disk(name_), &made_);
      if (made)
        folder_.set(::open(on_disk(name_).c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
      else
        refused_ = made.error();
      if (made && !folder_.is_open()) refused_ = system_error(name_, errno).error;
    }
    return refused_ ? Done(base::Failure{*refused_}) : base::Nothing{};
  }

  Done write(const std::string& path, std::string_view bytes, int flags) {
    if (!is_plain_path(path)) return bad_path(path);
    if (auto opened = open_folder(); !opened)
      return base::Failure{Error{opened.error().kind, path, opened.error().message}};
    const auto open = [&] {
      return ::openat(folder_.get(), path.c_str(), O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC | flags, 0666);
    };
    Descriptor file(open());
    if (!file.is_open() && errno == ENOENT && make_folders(folder_.get(), path)) file.set(open());
    if (!file.is_open() || !write_all(file.get(), bytes) || ::close(file.release()) != 0)
      return system_error(path, errno);
    return base::Nothing{};
  }

  const Folder& publish_folder(const std::string& path) {
    const auto [at, is_new] = folders_.try_emplace(path);
    Folder& folder = at->second;
    if (!is_new || path.empty()) return folder;
    if (const Folder& around = publish_folder(folder_of(path)); around.is_moved || around.error) return folder = around;
    const auto place = disk_.resolve(path + "/file");  // detects symbolic links among the file's folders
    if (!place)
      folder.error = place.error();
    else
      // Fails if the folder already contains files.
      folder.is_moved = ::rename(staged(path).c_str(), on_disk(path).c_str()) == 0;
    return folder;
  }

  Done publish_file(const std::string& path) {
    const std::string from = staged(path), to = on_disk(path);
    struct stat old = {};
    if (::lstat(to.c_str(), &old) == 0 && S_ISREG(old.st_mode) && ::chmod(from.c_str(), old.st_mode & 07777) != 0)
      return system_error(path, errno);
    if (::rename(from.c_str(), to.c_str()) == 0) return base::Nothing{};
    if (errno != EXDEV && errno != ENOENT) return system_error(path, errno);
    auto bytes = read(path);  // rename() fails if a folder in the output folder is on a different file system
    return bytes ? disk_.write(path, *bytes) : base::Failure{Error{bytes.error().kind, path, bytes.error().message}};
  }

  DiskFileSystem& disk_;
  const std::string& root_;
  std::mutex mutex_;
  std::string name_;               // the name of the temporary folder; "" before it exists
  Descriptor folder_;              // the temporary folder
  std::optional<Error> refused_;   // the error of creating the temporary folder
  std::vector<std::string> made_;  // the folder and the parents that were created, in order
  std::map<std::string, Folder> folders_;
};

}  // namespace

std::unique_ptr<Stage> DiskFileSystem::stage() {
  if (writing_ == Writing::durable) return FileSystem::stage();
  return std::make_unique<DiskStage>(*this, root_);
}

}  // namespace io
