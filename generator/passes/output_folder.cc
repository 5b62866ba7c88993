#include "passes/output_folder.h"

#include <fmt/format.h>

#include <atomic>
#include <utility>

#include "base/parallel.h"
#include "base/text.h"
#include "io/disk.h"

namespace passes {

constexpr size_t kMaxDepth = 40;  // more than any build creates

OutputFolder::OutputFolder(const io::FileSystem& files, const PublishedFiles& known) : files_(files), known_(known) {
  list("", 0);
  for (const auto& [address, file] : known_)
    if (const auto seen = seen_.find(address); seen != seen_.end() && file.stamp != 0)
      if (seen->second.stamp == file.stamp) seen->second.hash = &file.hash;
}

void OutputFolder::list(const std::string& folder, size_t depth) {
  if (depth > kMaxDepth) return;
  auto entries = files_.list(folder);
  if (!entries) return;  // writing to the folder will report the error
  for (const io::Entry& entry : *entries) {
    std::string path = folder.empty() ? entry.name : folder + "/" + entry.name;
    if (io::is_temporary(entry.name))
      add_left_over(std::move(path), entry.type, depth);
    else if (entry.type != io::EntryType::directory)
      seen_.emplace_hint(seen_.end(), std::move(path), Seen{entry.size, entry.stamp, nullptr});
    // Hidden folders, such as .git, are not those of a build.
    else if (!entry.name.starts_with('.'))
      list(path, depth + 1);
  }
}

void OutputFolder::add_left_over(std::string path, io::EntryType type, size_t depth) {
  if (type == io::EntryType::directory && depth <= kMaxDepth)
    if (auto entries = files_.list(path))
      for (const io::Entry& entry : *entries) add_left_over(path + "/" + entry.name, entry.type, depth + 1);
  left_over_.push_back(std::move(path));
}

bool OutputFolder::holds_all(unsigned jobs) const {
  std::vector<const PublishedFiles::value_type*> unsure;
  for (const auto& file : known_)
    if (const auto seen = seen_.find(file.first); seen == seen_.end() || !seen->second.hash) unsure.push_back(&file);
  std::atomic<bool> all = true;
  base::parallel_for(jobs, unsure.size(), [&](size_t i, unsigned) {
    if (all && !holds(unsure[i]->first, unsure[i]->second.hash)) all = false;
  });
  return all;
}

bool OutputFolder::note_stamps(PublishedFiles& files) const {
  bool has_changed = false;
  for (auto& [address, file] : files) has_changed |= std::exchange(file.stamp, stamp(address)) != stamp(address);
  return has_changed;
}

std::vector<std::string> OutputFolder::besides(const PublishedFiles& files) const {
  std::vector<std::string> list;
  for (const auto& [address, seen] : seen_) {
    const bool is_hidden = address[address.rfind('/') + 1] == '.';
    if (!is_hidden && !files.contains(address)) list.push_back(address);
  }
  return list;
}

std::vector<std::string> OutputFolder::folders_with(std::string_view name) const {
  std::vector<std::string> list;
  for (const auto& [address, seen] : seen_)
    if (const size_t slash = address.rfind('/'); slash != std::string::npos)
      if (std::string_view(address).substr(slash + 1) == name) list.push_back(address.substr(0, slash + 1));
  return list;
}

uint64_t OutputFolder::stamp(const std::string& address) const {
  const auto found = seen_.find(address);
  return found == seen_.end() ? 0 : found->second.stamp;
}

bool OutputFolder::holds(const std::string& address, const base::Hash& hash, std::optional<uint64_t> size) const {
  const auto found = seen_.find(address);
  if (found == seen_.end() || (size && *size != found->second.size)) return false;
  // The hash is only set if the stamp is that of the last build. Otherwise the file may have changed, and is read.
  if (found->second.hash) return *found->second.hash == hash;
  auto bytes = files_.read(address);
  return bytes && base::hash_bytes(*bytes) == hash;
}

void report_unread(const io::Error& error, base::Diagnostics& diagnostics) {
  if (error.kind == io::ErrorKind::not_found) return report_removed(1, error.path, diagnostics);
  diagnostics
      .error("unreadable-file", error.path,
             fmt::format("{}, which was published before, can't be read: {}", error.path, error.message))
      .suggest("build again; if that does not help, delete the output folder");
}

void report_removed(size_t files, const std::string& first, base::Diagnostics& diagnostics) {
  diagnostics
      .error("unwritable-file", first,
             fmt::format("{} can't be written: the folder for {} was removed while the site was built",
                         base::count_of(files, "file"), files == 1 ? "it" : "them"))
      .suggest("build again, and do not change the output folder during the build");
}

}  // namespace passes
