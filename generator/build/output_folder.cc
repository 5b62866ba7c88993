#include "build/output_folder.h"

#include <fmt/format.h>

#include <atomic>
#include <vector>

#include "base/parallel.h"
#include "io/disk.h"

namespace build {

constexpr size_t kDeepestFolder = 40;  // more than any build makes

OutputFolder::OutputFolder(const io::FileSystem& files, const PublishedFiles& known) : files_(files), known_(known) {
  look("", 0);
}

void OutputFolder::look(const std::string& folder, size_t depth) {
  if (depth > kDeepestFolder) return;
  auto entries = files_.list(folder);
  if (!entries) return;  // whoever writes there will meet it
  for (const io::Entry& entry : *entries) {
    std::string path = folder.empty() ? entry.name : folder + "/" + entry.name;
    if (io::is_temporary(entry.name))
      add_left_over(std::move(path), entry.type, depth);
    else if (entry.type == io::EntryType::file)
      seen_.emplace_hint(seen_.end(), std::move(path), Seen{entry.size, entry.stamp});  // mostly in order
    else if (entry.type == io::EntryType::directory && !entry.name.starts_with('.'))
      look(path, depth + 1);
  }
}

void OutputFolder::add_left_over(std::string path, io::EntryType type, size_t depth) {
  if (type == io::EntryType::directory && depth <= kDeepestFolder)
    if (auto entries = files_.list(path))
      for (const io::Entry& entry : *entries) add_left_over(path + "/" + entry.name, entry.type, depth + 1);
  left_over_.push_back(std::move(path));
}

bool OutputFolder::holds_all(const PublishedFiles& files, unsigned jobs) const {
  std::vector<const PublishedFiles::value_type*> list;
  for (const auto& file : files) list.push_back(&file);
  std::atomic<bool> all = true;
  base::parallel_for(jobs, list.size(), [&](size_t i, unsigned) {
    if (all && !holds(list[i]->first, list[i]->second.hash)) all = false;
  });
  return all;
}

uint64_t OutputFolder::stamp(const std::string& address) const {
  auto found = seen_.find(address);
  return found == seen_.end() ? 0 : found->second.stamp;
}

bool OutputFolder::holds(const std::string& address, const base::Hash& hash, std::optional<uint64_t> size) const {
  auto found = seen_.find(address);
  if (found == seen_.end() || (size && *size != found->second.size)) return false;
  auto known = known_.find(address);
  if (known != known_.end() && known->second.stamp != 0 && known->second.stamp == found->second.stamp)
    return known->second.hash == hash;
  auto bytes = files_.read(address);
  return bytes && base::hash_bytes(*bytes) == hash;
}

void report_unread(const io::Error& error, base::Diagnostics& diagnostics) {
  diagnostics
      .error("unreadable-file", error.path,
             fmt::format("{}, which was published before, can't be read: {}", error.path, error.message))
      .suggest("build again; where it stays so, delete the output folder");
}

}  // namespace build
