#include "io/layered.h"

#include <map>

namespace io {
namespace {

bool is_absent(const Error& error) {
  return error.kind == ErrorKind::not_found || error.kind == ErrorKind::not_a_directory;
}

}  // namespace

base::Result<std::vector<Entry>, Error> LayeredFileSystem::list(const std::string& directory) const {
  auto above = above_.list(directory);
  if (!above.ok()) {
    auto entry = above_.status(directory);
    const bool is_link = entry.ok() && entry->type == EntryType::symlink;  // reading inside the link is refused as well
    return is_absent(above.error()) && !is_link ? below_.list(directory) : std::move(above);
  }
  auto below = below_.list(directory);
  if (!below.ok()) return is_absent(below.error()) ? std::move(above) : std::move(below);
  std::map<std::string, Entry> entries;
  for (Entry& entry : below.value()) entries[entry.name] = std::move(entry);
  for (Entry& entry : above.value()) entries[entry.name] = std::move(entry);
  std::vector<Entry> all;
  for (auto& [name, entry] : entries) all.push_back(std::move(entry));
  return all;
}

base::Result<Entry, Error> LayeredFileSystem::status(const std::string& path) const {
  auto above = above_.status(path);
  return !above.ok() && is_absent(above.error()) ? below_.status(path) : std::move(above);
}

base::Result<std::string, Error> LayeredFileSystem::read(const std::string& file) const {
  auto above = above_.read(file);
  return !above.ok() && is_absent(above.error()) ? below_.read(file) : std::move(above);
}

}  // namespace io
