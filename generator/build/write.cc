#include "build/write.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <optional>
#include <set>
#include <vector>

#include "base/hash.h"
#include "base/parallel.h"
#include "base/text.h"

namespace build {
namespace {

// Lines of a manifest: "HASH ADDRESS". A set, since after a failure a file may hold one of two.
struct Line {
  std::string address;
  std::string hash;
  auto operator<=>(const Line&) const = default;
};
using Manifest = std::set<Line>;

// What earlier builds wrote. A lost or damaged manifest costs stale files, never a wrong removal.
Manifest read_manifest(const io::FileSystem& folder) {
  Manifest manifest;
  auto bytes = folder.read(std::string(kManifest));
  if (!bytes) return manifest;
  for (std::string_view line : base::split(*bytes, '\n')) {
    size_t space = line.find(' ');
    if (space == 32 && io::is_plain_path(line.substr(space + 1)))
      manifest.insert({std::string(line.substr(space + 1)), std::string(line.substr(0, space))});
  }
  return manifest;
}

Manifest manifest_of(const Outputs& outputs) {
  Manifest manifest;
  for (const auto& [address, file] : outputs.files()) manifest.insert({address, file.hash.hex()});
  return manifest;
}

std::string text_of(const Manifest& manifest) {
  std::string text;
  for (const Line& line : manifest) text += line.hash + " " + line.address + "\n";
  return text;
}

void report(const io::Error& error, std::string_view what, base::Diagnostics& diagnostics) {
  diagnostics.error("unwritable-file", error.path, fmt::format("{} can't be {}: {}", error.path, what, error.message))
      .suggest("check the permissions of the output folder and the space left on the disk");
}

// Files that an earlier build wrote, this one does not, and nobody has changed since.
void remove_stale(const Manifest& before, const Outputs& outputs, io::FileSystem& folder, WriteCounts& counts,
                  base::Diagnostics& diagnostics) {
  for (const auto& [address, hash] : before) {
    if (outputs.files().contains(address)) continue;
    auto bytes = folder.read(address);
    if (!bytes || base::hash_bytes(*bytes).hex() != hash) continue;
    auto removed = folder.remove(address);
    if (removed)
      ++counts.removed;
    else if (removed.error().kind != io::ErrorKind::not_found)
      report(removed.error(), "removed", diagnostics);
    for (size_t slash = address.rfind('/'); slash != std::string::npos && slash > 0;
         slash = address.rfind('/', slash - 1))
      folder.remove_if_empty(address.substr(0, slash));
  }
}

void write_changed(const Outputs& outputs, io::FileSystem& folder, const OutputFolder& before, unsigned jobs,
                   WriteCounts& counts, base::Diagnostics& diagnostics, PublishedFiles& now) {
  std::vector<const std::pair<const std::string, Output>*> files;
  for (const auto& file : outputs.files()) files.push_back(&file);
  std::vector<std::optional<io::Error>> failures(files.size());
  std::vector<uint64_t> stamps(files.size());  // of those that stand
  std::atomic<size_t> written{0}, unchanged{0};
  base::parallel_for(jobs, files.size(), [&](size_t i, unsigned) {
    const auto& [address, file] = *files[i];
    if (file.is_kept || before.holds(address, file.hash, file.bytes.size())) {
      stamps[i] = before.stamp(address);
      ++unchanged;
      return;
    }
    auto done = folder.write(address, file.bytes);
    if (done)
      ++written;
    else
      failures[i] = done.error();
  });
  for (const auto& failure : failures)
    if (failure) report(*failure, "written", diagnostics);
  for (size_t i = 0; i < files.size(); ++i)
    now.emplace_hint(now.end(), files[i]->first, Published{stamps[i], files[i]->second.hash});
  counts.written = written;
  counts.unchanged = unchanged;
}

}  // namespace

Earlier::Earlier(const io::FileSystem& folder) : folder_(folder) {
  for (const Line& line : read_manifest(folder)) hashes_[line.address].insert(line.hash);
}

std::vector<std::string> Earlier::addresses() const {
  std::vector<std::string> list;
  for (const auto& [address, hashes] : hashes_) list.push_back(address);
  return list;
}

std::optional<std::string> Earlier::file(const std::string& address) const {
  auto known = hashes_.find(address);
  if (known == hashes_.end()) return std::nullopt;
  auto bytes = folder_.read(address);
  if (!bytes || !known->second.contains(base::hash_bytes(*bytes).hex())) return std::nullopt;
  return std::move(bytes).value();
}

WriteCounts write_outputs(const Outputs& outputs, io::FileSystem& folder, const OutputFolder& before, unsigned jobs,
                          base::Diagnostics& diagnostics, PublishedFiles& now) {
  WriteCounts counts;
  size_t errors = diagnostics.errors();
  Manifest earlier = read_manifest(folder);
  // First, since a new file may need the place of an old folder, or, where case does not count, of an old file.
  remove_stale(earlier, outputs, folder, counts, diagnostics);
  write_changed(outputs, folder, before, jobs, counts, diagnostics, now);
  Manifest manifest = manifest_of(outputs);
  if (diagnostics.errors() > errors) manifest.merge(earlier);
  std::string text = text_of(manifest);
  const std::string address(kManifest);
  const base::Hash hash = base::hash_bytes(text);
  const bool stands = before.holds(address, hash, text.size());
  now[address] = {stands ? before.stamp(address) : 0, hash};
  if (!stands)
    if (auto done = folder.write(address, text); !done) report(done.error(), "written", diagnostics);
  return counts;
}

}  // namespace build
