#include "io/memory.h"

#include <atomic>
#include <cerrno>

namespace io {

MemoryFileSystem::MemoryFileSystem(const std::map<std::string, std::string>& files) {
  for (const auto& [path, bytes] : files) files_[path].bytes = std::make_shared<const std::string>(bytes);
}

bool MemoryFileSystem::is_directory(const std::string& path) const {
  if (path.empty()) return true;
  auto next = files_.lower_bound(path + "/");
  return next != files_.end() && next->first.starts_with(path + "/");
}

base::Result<std::vector<Entry>, Error> MemoryFileSystem::list(const std::string& directory) const {
  std::lock_guard lock(mutex_);
  if (files_.contains(directory)) return system_error(directory, ENOTDIR);
  if (!is_directory(directory)) return system_error(directory, ENOENT);
  const std::string prefix = directory.empty() ? "" : directory + "/";
  std::map<std::string, Entry> entries;
  for (auto at = files_.lower_bound(prefix); at != files_.end() && at->first.starts_with(prefix);) {
    const size_t slash = at->first.find('/', prefix.size());
    const std::string name = at->first.substr(prefix.size(), slash - prefix.size());
    if (slash == std::string::npos) {
      entries[name] = {name, EntryType::file, at->second.bytes->size(), at->second.stamp};
      ++at;
    } else {
      entries[name] = {name, EntryType::directory, 0};
      // Moves past everything that the folder contains.
      at = files_.lower_bound(prefix + name + static_cast<char>('/' + 1));
    }
  }
  std::vector<Entry> sorted;
  for (auto& [name, entry] : entries) sorted.push_back(std::move(entry));
  return sorted;
}

base::Result<Entry, Error> MemoryFileSystem::status(const std::string& path) const {
  std::lock_guard lock(mutex_);
  std::string name = path.substr(path.rfind('/') + 1);
  if (auto file = files_.find(path); file != files_.end())
    return Entry{name, EntryType::file, file->second.bytes->size(), file->second.stamp};
  if (is_directory(path)) return Entry{name, EntryType::directory, 0};
  return system_error(path, ENOENT);
}

base::Result<std::string, Error> MemoryFileSystem::read(const std::string& file) const {
  std::lock_guard lock(mutex_);
  if (auto found = files_.find(file); found != files_.end()) return *found->second.bytes;
  if (is_directory(file)) return system_error(file, EISDIR);
  return system_error(file, ENOENT);
}

base::Result<base::Nothing, Error> MemoryFileSystem::write(const std::string& file, std::string_view bytes) {
  static std::atomic<uint64_t> writes{0};
  if (!is_plain_path(file)) return bad_path(file);
  auto copy = std::make_shared<const std::string>(bytes);
  std::lock_guard lock(mutex_);
  files_[file] = {std::move(copy), ++writes};
  return base::Nothing{};
}

base::Result<base::Nothing, Error> MemoryFileSystem::remove(const std::string& file) {
  std::lock_guard lock(mutex_);
  if (files_.erase(file) == 0) return system_error(file, ENOENT);
  return base::Nothing{};
}

std::map<std::string, std::string> MemoryFileSystem::files() const {
  std::map<std::string, std::string> copy;
  for (const auto& [path, bytes] : snapshot()) copy.emplace_hint(copy.end(), path, *bytes);
  return copy;
}

MemoryFileSystem::Snapshot MemoryFileSystem::snapshot() const {
  std::lock_guard lock(mutex_);
  Snapshot snapshot;
  for (const auto& [path, file] : files_) snapshot.emplace_hint(snapshot.end(), path, file.bytes);
  return snapshot;
}

}  // namespace io
