#include "io/memory.h"

#include <atomic>

namespace io {
namespace {

base::Failure<Error> not_found(const std::string& path) {
  return base::Failure{Error{ErrorKind::not_found, path, "No such file or directory"}};
}

}  // namespace

bool MemoryFileSystem::is_directory(const std::string& path) const {
  if (path.empty()) return true;
  auto next = files_.lower_bound(path + "/");
  return next != files_.end() && next->first.starts_with(path + "/");
}

uint64_t MemoryFileSystem::stamp_of(const std::string& file) const {
  auto found = stamps_.find(file);
  return found == stamps_.end() ? 0 : found->second;
}

base::Result<std::vector<Entry>, Error> MemoryFileSystem::list(const std::string& directory) const {
  std::lock_guard lock(mutex_);
  if (auto failure = failures_.find(directory); failure != failures_.end()) return base::Failure{failure->second};
  if (files_.contains(directory)) return base::Failure{Error{ErrorKind::not_a_directory, directory, "Not a directory"}};
  if (!is_directory(directory)) return not_found(directory);
  std::string prefix = directory.empty() ? "" : directory + "/";
  std::map<std::string, Entry> entries;
  for (auto at = files_.lower_bound(prefix); at != files_.end() && at->first.starts_with(prefix); ++at) {
    std::string rest = at->first.substr(prefix.size());
    size_t slash = rest.find('/');
    std::string name = rest.substr(0, slash);
    if (slash == std::string::npos)
      entries[name] = {name, EntryType::file, at->second.size(), stamp_of(at->first)};
    else
      entries[name] = {name, EntryType::directory, 0};
  }
  std::vector<Entry> sorted;
  for (auto& [name, entry] : entries) sorted.push_back(std::move(entry));
  return sorted;
}

base::Result<Entry, Error> MemoryFileSystem::status(const std::string& path) const {
  std::lock_guard lock(mutex_);
  std::string name = path.substr(path.rfind('/') + 1);
  if (auto file = files_.find(path); file != files_.end())
    return Entry{name, EntryType::file, file->second.size(), stamp_of(path)};
  if (is_directory(path)) return Entry{name, EntryType::directory, 0};
  return not_found(path);
}

base::Result<std::string, Error> MemoryFileSystem::read(const std::string& file) const {
  std::lock_guard lock(mutex_);
  reads_.push_back(file);
  if (auto failure = failures_.find(file); failure != failures_.end()) return base::Failure{failure->second};
  if (auto found = files_.find(file); found != files_.end()) return found->second;
  if (is_directory(file)) return base::Failure{Error{ErrorKind::not_a_file, file, "Is a directory"}};
  return not_found(file);
}

base::Result<base::Nothing, Error> MemoryFileSystem::write(const std::string& file, std::string_view bytes) {
  std::lock_guard lock(mutex_);
  if (!is_plain_path(file)) return base::Failure{Error{ErrorKind::bad_path, file, "not a plain relative path"}};
  if (auto failure = failures_.find(file); failure != failures_.end()) return base::Failure{failure->second};
  writes_.push_back(file);
  static std::atomic<uint64_t> writes{0};
  files_[file] = bytes;
  stamps_[file] = ++writes;
  return base::Nothing{};
}

base::Result<base::Nothing, Error> MemoryFileSystem::remove(const std::string& file) {
  std::lock_guard lock(mutex_);
  if (files_.erase(file) == 0) return not_found(file);
  removals_.push_back(file);
  return base::Nothing{};
}

void MemoryFileSystem::forget_accesses() { reads_.clear(), writes_.clear(), removals_.clear(); }

void MemoryFileSystem::fail_at(const std::string& path, ErrorKind kind, std::string message) {
  failures_[path] = Error{kind, path, std::move(message)};
}

}  // namespace io
