#include "io/disk_stage.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "io/descriptor.h"

namespace io {

std::string DiskStage::path_of(uint32_t number) const { return name_ + "/" + std::to_string(number) + ".tmp"; }

std::string DiskStage::on_disk(const std::string& path) const { return disk_.root_ + "/" + path; }

bool DiskStage::open() {
  if (state_ != State::closed) return state_ == State::open;
  name_ = temporary_name();
  const auto made = disk_.make_directories(on_disk(name_), &made_);
  state_ = made ? State::open : State::refused;
  return state_ == State::open;
}

std::optional<Stage::Place> DiskStage::put(std::string_view bytes) {
  Place place{0, bytes.size()};
  {
    std::lock_guard lock(mutex_);
    if (!open()) return std::nullopt;
    place.number = static_cast<uint32_t>(waits_.size());
    waits_.push_back(true);
  }
  const std::string path = on_disk(path_of(place.number));
  Descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666));
  if (file.is_open() && write_all(file.get(), bytes) && ::close(file.release()) == 0) return place;
  std::lock_guard lock(mutex_);
  state_ = State::refused;
  return std::nullopt;
}

base::Result<std::string, Error> DiskStage::read(const Place& place) const { return disk_.read(path_of(place.number)); }

base::Result<std::string, Error> DiskStage::resolve(const std::string& file) {
  const std::string_view folder = std::string_view(file).substr(0, std::min(file.rfind('/'), file.size()));
  std::lock_guard lock(mutex_);
  if (folder == resolved_ && is_plain_path(file)) return on_disk(file);
  auto full = disk_.resolve(file);
  if (full) resolved_ = folder;
  return full;
}

base::Result<base::Nothing, Error> DiskStage::publish(const Place& place, const std::string& file) {
  auto full = resolve(file);
  if (!full) return base::Failure{full.error()};
  const std::string from = on_disk(path_of(place.number));
  // Most files are new, and nothing need be known of what they replace.
  auto move = [&] { return ::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, full->c_str(), RENAME_NOREPLACE) == 0; };
  bool is_moved = move();
  if (!is_moved && errno == ENOENT) {
    auto made = disk_.make_directories(full->substr(0, full->rfind('/')));
    if (!made) return made;
    is_moved = move();
  }
  if (!is_moved && errno != EXDEV) {
    struct stat old = {};
    if (::lstat(full->c_str(), &old) == 0 && S_ISREG(old.st_mode) && ::chmod(from.c_str(), old.st_mode & 07777) != 0)
      return system_error(file, errno);
    is_moved = ::rename(from.c_str(), full->c_str()) == 0;
  }
  if (!is_moved && errno == EXDEV) {  // a folder there is another disk
    auto bytes = read(place);
    return bytes ? disk_.write(file, *bytes) : base::Failure{bytes.error()};
  }
  if (!is_moved) return system_error(file, errno);
  std::lock_guard lock(mutex_);
  waits_[place.number] = false;
  return base::Nothing{};
}

DiskStage::~DiskStage() {
  for (uint32_t number = 0; number < waits_.size(); ++number)
    if (waits_[number]) ::unlink(on_disk(path_of(number)).c_str());
  for (auto folder = made_.rbegin(); folder != made_.rend(); ++folder) ::rmdir(folder->c_str());  // if it is empty
}

}  // namespace io
