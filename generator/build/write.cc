#include "build/write.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <optional>
#include <vector>

#include "base/hash.h"
#include "base/parallel.h"
#include "base/text.h"

namespace build {
namespace {

// The addresses that an earlier build wrote. A lost or damaged manifest costs stale files, never a wrong removal.
std::vector<std::string> read_manifest(const io::FileSystem& folder) {
  std::vector<std::string> addresses;
  auto bytes = folder.read(std::string(kManifest));
  if (!bytes) return addresses;
  for (std::string_view line : base::split(*bytes, '\n')) {
    size_t space = line.find(' ');
    if (space == 32 && io::is_plain_path(line.substr(space + 1))) addresses.emplace_back(line.substr(space + 1));
  }
  return addresses;
}

std::string manifest_of(const Outputs& outputs) {
  std::string text;
  for (const auto& [address, bytes] : outputs.files()) text += base::hash_bytes(bytes).hex() + " " + address + "\n";
  return text;
}

bool has_bytes(const io::FileSystem& folder, const std::string& file, std::string_view bytes) {
  auto status = folder.status(file);
  if (!status || status->type != io::EntryType::file || status->size != bytes.size()) return false;
  auto old = folder.read(file);
  return old && *old == bytes;
}

void report(const io::Error& error, std::string_view what, base::Diagnostics& diagnostics) {
  diagnostics.error("unwritable-file", error.path, fmt::format("{} can't be {}: {}", error.path, what, error.message))
      .suggest("check the permissions of the output folder and the space left on the disk");
}

void remove_stale(const std::vector<std::string>& before, const Outputs& outputs, io::FileSystem& folder,
                  WriteCounts& counts, base::Diagnostics& diagnostics) {
  for (const std::string& address : before) {
    if (outputs.files().contains(address)) continue;
    auto removed = folder.remove(address);
    if (removed) ++counts.removed;
    else if (removed.error().kind != io::ErrorKind::not_found) report(removed.error(), "removed", diagnostics);
    for (size_t slash = address.rfind('/'); slash != std::string::npos && slash > 0; slash = address.rfind('/', slash - 1))
      folder.remove_if_empty(address.substr(0, slash));
  }
}

}  // namespace

WriteCounts write_outputs(const Outputs& outputs, io::FileSystem& folder, unsigned jobs, base::Diagnostics& diagnostics) {
  std::vector<const std::pair<const std::string, std::string>*> files;
  for (const auto& file : outputs.files()) files.push_back(&file);

  std::vector<std::optional<io::Error>> failures(files.size());
  std::atomic<size_t> written{0};
  base::parallel_for(jobs, files.size(), [&](size_t i, unsigned) {
    const auto& [address, bytes] = *files[i];
    if (has_bytes(folder, address, bytes)) return;
    auto done = folder.write(address, bytes);
    if (done) ++written;
    else failures[i] = done.error();
  });
  for (const auto& failure : failures)
    if (failure) report(*failure, "written", diagnostics);

  WriteCounts counts{written, files.size() - written, 0};
  std::vector<std::string> before = read_manifest(folder);
  if (diagnostics.has_errors()) return counts;
  std::string manifest = manifest_of(outputs);
  // What is no longer published is removed first, so that a manifest never forgets a file that is still there.
  remove_stale(before, outputs, folder, counts, diagnostics);
  if (!has_bytes(folder, std::string(kManifest), manifest)) {
    auto done = folder.write(std::string(kManifest), manifest);
    if (!done) report(done.error(), "written", diagnostics);
  }
  return counts;
}

}  // namespace build
