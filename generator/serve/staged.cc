#include "serve/staged.h"

namespace serve {
namespace {

base::Failure<io::Error> missing(const std::string& path) {
  return base::Failure{io::Error{io::ErrorKind::not_found, path, "No such file or directory"}};
}

std::string prefix_of(const std::string& directory) { return directory.empty() ? "" : directory + "/"; }

}  // namespace

base::Result<std::vector<io::Entry>, io::Error> StagedFiles::list(const std::string& directory) const {
  const std::lock_guard lock(mutex_);
  const std::string prefix = prefix_of(directory);
  std::vector<io::Entry> entries;
  for (auto at = files_.lower_bound(prefix); at != files_.end() && at->first.starts_with(prefix);) {
    const size_t slash = at->first.find('/', prefix.size());
    const std::string name = at->first.substr(prefix.size(), slash - prefix.size());
    if (slash == std::string::npos) {
      entries.push_back({name, io::EntryType::file, at->second.bytes->size(), at->second.stamp});
      ++at;
    } else {
      entries.push_back({name, io::EntryType::directory, 0});
      at = files_.lower_bound(prefix + name + static_cast<char>('/' + 1));  // behind all that is in it
    }
  }
  if (entries.empty() && !directory.empty()) return missing(directory);
  return entries;
}

base::Result<io::Entry, io::Error> StagedFiles::status(const std::string& path) const {
  const std::lock_guard lock(mutex_);
  const std::string name = path.substr(path.rfind('/') + 1);
  if (const auto file = files_.find(path); file != files_.end())
    return io::Entry{name, io::EntryType::file, file->second.bytes->size(), file->second.stamp};
  const auto within = files_.lower_bound(path + "/");
  if (within == files_.end() || !within->first.starts_with(path + "/")) return missing(path);
  return io::Entry{name, io::EntryType::directory, 0};
}

base::Result<std::string, io::Error> StagedFiles::read(const std::string& file) const {
  const Bytes bytes = at(file);
  if (!bytes) return missing(file);
  return *bytes;
}

Bytes StagedFiles::at(const std::string& file) const {
  const std::lock_guard lock(mutex_);
  const auto found = files_.find(file);
  return found == files_.end() ? nullptr : found->second.bytes;
}

void StagedFiles::keep_earlier(const std::string& file) {
  if (earlier_.contains(file)) return;
  const auto found = files_.find(file);
  earlier_[file] = found == files_.end() ? File() : found->second;
}

base::Result<base::Nothing, io::Error> StagedFiles::write(const std::string& file, std::string_view bytes) {
  auto made = std::make_shared<const std::string>(bytes);
  const std::lock_guard lock(mutex_);
  keep_earlier(file);
  files_[file] = {std::move(made), ++last_stamp_};
  return base::Nothing{};
}

base::Result<base::Nothing, io::Error> StagedFiles::remove(const std::string& file) {
  const std::lock_guard lock(mutex_);
  if (!files_.contains(file)) return missing(file);
  keep_earlier(file);
  files_.erase(file);
  return base::Nothing{};
}

Changes StagedFiles::take_changes() {
  const std::lock_guard lock(mutex_);
  Changes changes;
  for (const auto& [file, before] : earlier_) {
    const auto now = files_.find(file);
    const Bytes bytes = now == files_.end() ? nullptr : now->second.bytes;
    const bool same = before.bytes == bytes || (before.bytes && bytes && *before.bytes == *bytes);
    if (!same) changes.emplace(file, bytes);
  }
  earlier_.clear();
  return changes;
}

void StagedFiles::discard_changes() {
  const std::lock_guard lock(mutex_);
  for (auto& [file, before] : earlier_) {
    if (before.bytes)
      files_[file] = std::move(before);
    else
      files_.erase(file);
  }
  earlier_.clear();
}

Changes StagedFiles::everything() const {
  const std::lock_guard lock(mutex_);
  Changes all;
  for (const auto& [file, held] : files_) all.emplace_hint(all.end(), file, held.bytes);
  return all;
}

}  // namespace serve
