#include "build/output_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <vector>

#include "base/parallel.h"
#include "base/text.h"
#include "io/disk.h"

namespace build {

namespace {

constexpr size_t kDeepestFolder = 40;  // more than any build makes

// Calls each(file, what was seen at its address, or null) for all files; both lists are by address.
template <class Files, class AllSeen, class Each>
void in_step(Files& files, AllSeen& all_seen, Each each) {
  auto seen = all_seen.begin();
  for (auto& file : files) {
    while (seen != all_seen.end() && seen->address < file.first) ++seen;
    each(file, seen == all_seen.end() || seen->address != file.first ? nullptr : &*seen);
  }
}

}  // namespace

OutputFolder::OutputFolder(const io::FileSystem& files, const PublishedFiles& known) : files_(files), known_(known) {
  look("", 0);
  auto by_address = [](const Seen& a, const Seen& b) { return a.address < b.address; };
  if (!std::is_sorted(seen_.begin(), seen_.end(), by_address)) std::sort(seen_.begin(), seen_.end(), by_address);
  in_step(known_, seen_, [](const auto& file, Seen* seen) {
    if (seen && seen->stamp != 0 && seen->stamp == file.second.stamp) seen->hash = &file.second.hash;
  });
}

void OutputFolder::look(const std::string& folder, size_t depth) {
  if (depth > kDeepestFolder) return;
  auto entries = files_.list(folder);
  if (!entries) return;  // whoever writes there will meet it
  for (const io::Entry& entry : *entries) {
    std::string path = folder.empty() ? entry.name : folder + "/" + entry.name;
    if (io::is_temporary(entry.name))
      add_left_over(std::move(path), entry.type, depth);
    else if (entry.type != io::EntryType::directory)
      seen_.push_back({.address = std::move(path), .size = entry.size, .stamp = entry.stamp});
    else if (!entry.name.starts_with('.'))
      look(path, depth + 1);
  }
}

void OutputFolder::add_left_over(std::string path, io::EntryType type, size_t depth) {
  if (type == io::EntryType::directory && depth <= kDeepestFolder)
    if (auto entries = files_.list(path))
      for (const io::Entry& entry : *entries) add_left_over(path + "/" + entry.name, entry.type, depth + 1);
  left_over_.push_back(std::move(path));
}

const OutputFolder::Seen* OutputFolder::find(std::string_view address) const {
  auto found = std::lower_bound(seen_.begin(), seen_.end(), address,
                                [](const Seen& seen, std::string_view wanted) { return seen.address < wanted; });
  return found == seen_.end() || found->address != address ? nullptr : &*found;
}

bool OutputFolder::holds_all(unsigned jobs) const {
  std::vector<const PublishedFiles::value_type*> unsure;
  in_step(known_, seen_, [&](const auto& file, const Seen* seen) {
    if (!seen || !seen->hash) unsure.push_back(&file);
  });
  std::atomic<bool> all = true;
  base::parallel_for(jobs, unsure.size(), [&](size_t i, unsigned) {
    if (all && !holds(unsure[i]->first, unsure[i]->second.hash)) all = false;
  });
  return all;
}

bool OutputFolder::note_stamps(PublishedFiles& files) const {
  bool has_learnt = false;
  in_step(files, seen_, [&](auto& file, const Seen* seen) {
    const uint64_t stamp = seen ? seen->stamp : 0;
    has_learnt = has_learnt || stamp != file.second.stamp;
    file.second.stamp = stamp;
  });
  return has_learnt;
}

std::vector<std::string> OutputFolder::besides(const PublishedFiles& files) const {
  std::vector<std::string> list;
  auto file = files.begin();
  for (const Seen& seen : seen_) {
    while (file != files.end() && file->first < seen.address) ++file;
    const bool is_one = file != files.end() && file->first == seen.address;
    const bool is_hidden = seen.address[seen.address.rfind('/') + 1] == '.';
    if (!is_one && !is_hidden) list.push_back(seen.address);
  }
  return list;
}

std::vector<std::string> OutputFolder::folders_with(std::string_view name) const {
  std::vector<std::string> list;
  for (const Seen& seen : seen_)
    if (const size_t slash = seen.address.rfind('/'); slash != std::string::npos)
      if (std::string_view(seen.address).substr(slash + 1) == name) list.push_back(seen.address.substr(0, slash + 1));
  return list;
}

uint64_t OutputFolder::stamp(const std::string& address) const {
  const Seen* found = find(address);
  return found ? found->stamp : 0;
}

bool OutputFolder::holds(const std::string& address, const base::Hash& hash, std::optional<uint64_t> size) const {
  const Seen* found = find(address);
  if (!found || (size && *size != found->size)) return false;
  if (found->hash) return *found->hash == hash;
  auto bytes = files_.read(address);
  return bytes && base::hash_bytes(*bytes) == hash;
}

void report_unread(const io::Error& error, base::Diagnostics& diagnostics) {
  diagnostics
      .error("unreadable-file", error.path,
             fmt::format("{}, which was published before, can't be read: {}", error.path, error.message))
      .suggest("build again; where it stays so, delete the output folder");
}

void report_removed(size_t files, const std::string& first, base::Diagnostics& diagnostics) {
  diagnostics
      .error("unwritable-file", first,
             fmt::format("{} can't be written: the folder for {} was removed while the site was built",
                         base::count_of(files, "file"), files == 1 ? "it" : "them"))
      .suggest("build again, and leave the output folder alone meanwhile");
}

}  // namespace build
