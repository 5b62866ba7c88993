#include "io/disk_stage.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>

#include "io/descriptor.h"

namespace io {
namespace {

// "" for a file of the root.
std::string_view folder_of(std::string_view path) {
  const size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? "" : path.substr(0, slash);
}

}  // namespace

std::string DiskStage::name_of(uint32_t folder) const { return fmt::format("{}/{}", name_, folder); }

std::string DiskStage::path_of(const File& file) const { return fmt::format("{}/{}", name_, within(file)); }

std::string DiskStage::within(const File& file) {
  std::string within = std::to_string(file.place.folder) + '/';
  return within.append(*file.path, file.path->rfind('/') + 1);
}

std::string DiskStage::on_disk(const std::string& path) const { return fmt::format("{}/{}", disk_.root_, path); }

bool DiskStage::open() {
  if (state_ != State::closed) return state_ == State::open;
  name_ = temporary_name();
  const auto made = disk_.make_directories(on_disk(name_), &made_);
  if (made) here_.set(::open(on_disk(name_).c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  state_ = here_.is_open() ? State::open : State::refused;
  return state_ == State::open;
}

std::optional<uint32_t> DiskStage::folder_for(std::string_view path) {
  if (!open()) return std::nullopt;
  if (auto known = numbers_.find(path); known != numbers_.end()) return known->second;
  const auto number = static_cast<uint32_t>(folders_.size());
  if (::mkdir(on_disk(name_of(number)).c_str(), 0777) != 0) {
    state_ = State::refused;
    return std::nullopt;
  }
  folders_.push_back({std::string(path), 0, true});
  numbers_.emplace(path, number);
  return number;
}

std::optional<Stage::Place> DiskStage::put(const std::string& path, std::string_view bytes) {
  std::optional<uint32_t> folder;
  {
    std::lock_guard lock(mutex_);
    folder = folder_for(folder_of(path));
  }
  if (!folder) return std::nullopt;
  const Place place{*folder, bytes.size()};
  const std::string name = within({&path, place});
  constexpr int kToWrite = O_WRONLY | O_NOFOLLOW | O_CLOEXEC;
  Descriptor file(::openat(here_.get(), name.c_str(), kToWrite | O_CREAT | O_EXCL, 0666));
  const bool is_new = file.is_open();
  if (!is_new && errno == EEXIST) file.set(::openat(here_.get(), name.c_str(), kToWrite | O_TRUNC));
  const bool is_written = file.is_open() && write_all(file.get(), bytes) && ::close(file.release()) == 0;
  {
    std::lock_guard lock(mutex_);
    folders_[*folder].files += is_new;
  }
  return is_written ? place : refuse();
}

std::optional<Stage::Place> DiskStage::append(const File& file, std::string_view bytes) {
  Descriptor to(::openat(here_.get(), within(file).c_str(), O_WRONLY | O_APPEND | O_NOFOLLOW | O_CLOEXEC));
  const bool is_written = to.is_open() && write_all(to.get(), bytes) && ::close(to.release()) == 0;
  return is_written ? Place{file.place.folder, file.place.size + bytes.size()} : refuse();
}

void DiskStage::drop(const File& file) {
  if (::unlinkat(here_.get(), within(file).c_str(), 0) != 0) return;  // then it goes with the stage
  std::lock_guard lock(mutex_);
  --folders_[file.place.folder].files;
}

std::optional<Stage::Place> DiskStage::refuse() {
  std::lock_guard lock(mutex_);
  state_ = State::refused;
  return std::nullopt;
}

base::Result<std::string, Error> DiskStage::read(const File& file) const { return disk_.read(path_of(file)); }

std::vector<base::Result<base::Nothing, Error>> DiskStage::publish(const std::vector<File>& files) {
  std::vector<size_t> wanted(folders_.size());
  for (const File& file : files) ++wanted[file.place.folder];
  for (const auto& [path, number] : numbers_)  // folders before those within them
    if (!path.empty() && wanted[number] > 0 && wanted[number] == folders_[number].files) publish_folder(number);
  std::vector<base::Result<base::Nothing, Error>> done;
  done.reserve(files.size());
  for (const File& file : files)
    done.push_back(folders_[file.place.folder].is_here ? publish_file(file) : base::Nothing{});
  return done;
}

base::Result<bool, Error> DiskStage::move_to_free_place(const std::string& from, const std::string& to) {
  const auto move = [&] { return ::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0; };
  if (move()) return true;
  if (errno != ENOENT) return false;
  auto made = disk_.make_directories(to.substr(0, to.rfind('/')));
  if (!made) return base::Failure{made.error()};
  return move();
}

void DiskStage::publish_folder(uint32_t number) {
  Folder& folder = folders_[number];
  auto full = disk_.resolve(folder.path);
  if (!full) return;  // which each of its files will meet
  auto moved = move_to_free_place(on_disk(name_of(number)), *full);
  if (!moved || !*moved) return;
  folder.files = 0;
  folder.is_here = false;
}

base::Result<std::string, Error> DiskStage::resolve(const std::string& file) {
  const std::string_view folder = folder_of(file);
  if (folder == resolved_ && is_plain_path(file)) return on_disk(file);
  auto full = disk_.resolve(file);
  if (full) resolved_ = folder;
  return full;
}

base::Result<base::Nothing, Error> DiskStage::publish_file(const File& file) {
  const std::string& path = *file.path;
  auto full = resolve(path);
  if (!full) return base::Failure{full.error()};
  const std::string from = on_disk(path_of(file));
  auto moved = move_to_free_place(from, *full);
  if (!moved) return base::Failure{moved.error()};
  bool is_moved = *moved;
  if (!is_moved && errno != EXDEV) {
    struct stat old = {};
    if (::lstat(full->c_str(), &old) == 0 && S_ISREG(old.st_mode) && ::chmod(from.c_str(), old.st_mode & 07777) != 0)
      return system_error(path, errno);
    is_moved = ::rename(from.c_str(), full->c_str()) == 0;
  }
  if (!is_moved && errno == EXDEV) {  // a folder there is another disk
    auto bytes = read(file);
    return bytes ? disk_.write(path, *bytes) : base::Failure{bytes.error()};
  }
  if (!is_moved) return system_error(path, errno);
  --folders_[file.place.folder].files;
  return base::Nothing{};
}

DiskStage::~DiskStage() {
  std::error_code ignored;
  if (!made_.empty()) std::filesystem::remove_all(on_disk(name_), ignored);
  for (auto folder = made_.rbegin(); folder != made_.rend(); ++folder) ::rmdir(folder->c_str());  // if it is empty
}

}  // namespace io
