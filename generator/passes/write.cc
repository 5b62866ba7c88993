#include "passes/write.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "base/hash.h"
#include "base/text.h"

namespace passes {
namespace {

// Whether the machine failed or refused access, in which case the file may exist.
bool is_refused(const io::Error& error) {
  return error.kind == io::ErrorKind::machine || error.kind == io::ErrorKind::permission;
}

Manifest parse_manifest(std::string_view text) {
  Manifest manifest;
  for (std::string_view line : base::split(text, '\n')) {
    size_t space = line.find(' ');
    if (space == 32 && io::is_plain_path(line.substr(space + 1)))
      manifest[std::string(line.substr(space + 1))].emplace(line.substr(0, space));
  }
  return manifest;
}

std::string text_of(const Manifest& manifest) {
  std::string text;
  for (const auto& [address, hashes] : manifest)
    for (const std::string& hash : hashes) text.append(hash).append(" ").append(address).append("\n");
  return text;
}

void report(const io::Error& error, std::string_view what, base::Diagnostics& diagnostics) {
  diagnostics.error("unwritable-file", error.path, fmt::format("{} can't be {}: {}", error.path, what, error.message))
      .suggest("check the permissions of the output folder and the space left on the disk");
}

// A file or folder in the way of a file of the site, or of a folder for it.
struct Obstacle {
  std::string path;
  io::EntryType type;
};

std::optional<Obstacle> find_obstacle(const io::FileSystem& folder, const std::string& address) {
  for (size_t slash = 0; slash != std::string::npos;) {
    slash = address.find('/', slash + 1);
    std::string path = address.substr(0, slash);
    auto there = folder.status(path);
    if (!there) return std::nullopt;
    const bool is_folder = there->type == io::EntryType::directory;
    if (slash == std::string::npos ? is_folder : !is_folder) return Obstacle{std::move(path), there->type};
  }
  return std::nullopt;
}

std::string_view name_of(io::EntryType type) {
  if (type == io::EntryType::symlink) return "a symbolic link";
  return type == io::EntryType::file ? "a file" : "something else";
}

struct Unwritten {
  const std::string* address;
  io::Error error;
};

// Reports an obstacle once, even if it is in the way of several files, and likewise if their folder was removed.
void report_unwritten(const std::vector<Unwritten>& files, const io::FileSystem& folder,
                      base::Diagnostics& diagnostics) {
  std::vector<std::optional<Obstacle>> obstacles;
  std::map<std::string, size_t> behind;  // the number of files that each obstacle blocks
  for (const Unwritten& file : files)
    if (const auto& obstacle = obstacles.emplace_back(find_obstacle(folder, *file.address))) ++behind[obstacle->path];
  std::vector<const std::string*> removed;
  for (size_t i = 0; i < files.size(); ++i) {
    const std::optional<Obstacle>& obstacle = obstacles[i];
    if (!obstacle && files[i].error.kind == io::ErrorKind::not_found) {
      removed.push_back(files[i].address);
      continue;
    }
    if (!obstacle) {
      report(files[i].error, "written", diagnostics);
      continue;
    }
    const auto first = behind.extract(obstacle->path);
    if (!first) continue;
    const std::string& path = obstacle->path;
    diagnostics
        .error("unwritable-file", path,
               path == *files[i].address
                   ? fmt::format("{} can't be written: a folder has this name", path)
                   : fmt::format("{} below {} can't be written: it is {}, not a folder",
                                 base::count_of(first.mapped(), "file"), path, name_of(obstacle->type)))
        .suggest("move it out of the output folder and build again");
  }
  if (!removed.empty()) report_removed(removed.size(), *removed.front(), diagnostics);
}

bool is_file_or_folder(const io::FileSystem& folder, const std::string& address) {
  auto there = folder.status(address);
  return !there || there->type == io::EntryType::file || there->type == io::EntryType::directory;
}

// Removes files that an earlier build wrote and this one does not, unless somebody has changed them or replaced them
// with a symbolic link.
void remove_stale(const Manifest& before, const Outputs& outputs, io::FileSystem& folder, WriteCounts& counts,
                  base::Diagnostics& diagnostics) {
  for (const auto& [address, hashes] : before) {
    if (outputs.files().contains(address)) continue;
    auto bytes = folder.read(address);
    if (!bytes && is_refused(bytes.error())) report(bytes.error(), "read, and may have to be removed", diagnostics);
    if (!bytes && is_file_or_folder(folder, address)) continue;
    if (!bytes || !hashes.contains(base::hash_bytes(*bytes).hex())) {
      counts.changed.push_back(address);
      continue;
    }
    auto removed = folder.remove(address);
    if (removed)
      counts.removed.push_back(address);
    else if (removed.error().kind != io::ErrorKind::not_found)
      report(removed.error(), "removed", diagnostics);
    for (size_t slash = address.rfind('/'); slash != std::string::npos && slash > 0;
         slash = address.rfind('/', slash - 1))
      folder.remove_if_empty(address.substr(0, slash));
  }
}

size_t report_foreign(const Outputs& outputs, const Manifest& earlier, base::Diagnostics& diagnostics) {
  std::string first;
  size_t count = 0;
  for (const auto& [address, file] : outputs.files())
    // A file that is not staged is already there with the bytes of this build, so it is not in danger.
    if (file.is_staged && outputs.folder().has(address) && !earlier.contains(address) && ++count == 1) first = address;
  if (count > 0)
    diagnostics
        .error(
            "foreign-file", first,
            fmt::format("{} in the output folder {} the address of a page or file of this site, but no build wrote {}",
                        base::count_of(count, "file"), count == 1 ? "has" : "have", count == 1 ? "it" : "them"))
        .suggest("name another folder with --out, move those files, or build once with --adopt-output to replace them");
  return count;
}

// Returns the files that no known build wrote.
std::vector<std::string> others(const OutputFolder& folder, const Manifest& earlier, const PublishedFiles& now) {
  std::vector<std::string> list = folder.besides(now);
  std::erase_if(list, [&](const std::string& address) { return earlier.contains(address); });
  return list;
}

void publish_staged(const Outputs& outputs, io::FileSystem& folder, WriteCounts& counts, base::Diagnostics& diagnostics,
                    PublishedFiles& now) {
  std::vector<std::string> staged;
  for (const auto& [address, file] : outputs.files()) {
    now.emplace_hint(now.end(), address, Published{file.is_staged ? 0 : outputs.folder().stamp(address), file.hash});
    if (file.is_staged) staged.push_back(address);
  }
  const std::vector<io::Stage::Done> done = outputs.stage().publish(staged);
  std::vector<Unwritten> unwritten;
  for (size_t i = 0; i < done.size(); ++i) {
    if (done[i])
      counts.written.push_back(staged[i]);
    else
      unwritten.push_back({&staged[i], done[i].error()});
  }
  report_unwritten(unwritten, folder, diagnostics);
  counts.unchanged = outputs.files().size() - staged.size();
}

}  // namespace

Manifest read_manifest(const io::FileSystem& folder) {
  auto text = folder.read(std::string(kManifest));
  return text ? parse_manifest(*text) : Manifest();
}

WriteCounts write_outputs(const Outputs& outputs, io::FileSystem& folder, bool adopts, base::Diagnostics& diagnostics,
                          PublishedFiles& now) {
  WriteCounts counts;
  const OutputFolder& before = outputs.folder();
  size_t errors = diagnostics.errors();
  if (const auto failures = outputs.failures(); !failures.empty()) {  // all failures have the same reason
    report_unwritten({{&failures.begin()->first, failures.begin()->second}}, folder, diagnostics);
    return counts;
  }
  const std::string address(kManifest);
  auto read = folder.read(address);
  if (!read && is_refused(read.error())) {
    report(read.error(), "read", diagnostics);
    return counts;
  }
  const std::optional<std::string> before_text = read ? std::optional(*read) : std::nullopt;
  std::optional<std::string> noted = before_text;
  auto note = [&](const std::string& text) {
    // A manifest that does not change keeps its stamp, by which the next build recognises it.
    if (noted == text) return;
    auto done = folder.write(address, text);
    if (!done) report_unwritten({{&address, done.error()}}, folder, diagnostics);
    noted = text;
  };
  const Manifest earlier = parse_manifest(before_text.value_or(""));
  if (!adopts) counts.foreign = report_foreign(outputs, earlier, diagnostics);
  if (counts.foreign > 0) return counts;
  Manifest both = earlier, current;
  for (const auto& [published, file] : outputs.files()) {
    current[published].insert(file.hash.hex());
    both[published].insert(file.hash.hex());
  }
  const std::string text = text_of(current);
  // Lists old and new contents until the end, so that the build after a killed one knows which files to remove.
  if (both != earlier) note(text_of(both));
  if (diagnostics.errors() > errors) return counts;
  // Stale files are removed first, because a new file may have the path of an old folder or, if case does not matter,
  // of an old file.
  remove_stale(earlier, outputs, folder, counts, diagnostics);
  publish_staged(outputs, folder, counts, diagnostics, now);
  if (diagnostics.errors() > errors) return counts;  // the next build continues from here
  now[address] = {noted == text && noted == before_text ? before.stamp(address) : 0, base::hash_bytes(text)};
  note(text);
  counts.others = others(before, earlier, now);
  counts.sites_within = before.folders_with(kManifest);
  return counts;
}

}  // namespace passes
