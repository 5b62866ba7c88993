#include "io/source_tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>

#include "base/parallel.h"
#include "base/utf8.h"

namespace io {
namespace {

constexpr size_t kMaxDepth = 32;
constexpr uint64_t kMaxFile = uint64_t{2} << 30;  // positions in a text have 32 bits
constexpr size_t kMaxName = 200;  // most file systems accept 255 bytes, and temporary names need some of them

void report(const Error& error, base::Diagnostics& diagnostics) {
  auto& d =
      diagnostics.error("unreadable-file", error.path, fmt::format("{} can't be read: {}", error.path, error.message));
  if (error.kind == ErrorKind::not_a_file) d.expect("a file");
  if (error.kind == ErrorKind::not_a_directory) d.expect("a folder");
  if (error.kind == ErrorKind::permission) d.suggest("give the user who builds the site permission to read it");
}

struct Found {
  std::string path;
  uint64_t stamp;
};

void report_special(const std::string& path, EntryType type, base::Diagnostics& diagnostics) {
  diagnostics
      .error("not-a-file", path,
             fmt::format("{} is {}", path, type == EntryType::symlink ? "a symbolic link" : "a special file"))
      .expect("a file or a folder")
      .suggest(
          "copy the file itself to this path; links are not followed, so that a build reads nothing outside the site");
}

// Folders of version control, editors and operating systems.
constexpr std::string_view kToolFolders =
    " .git .hg .svn .jj .vscode .idea .vs .zed .fleet .vim .vi .emacs.d .obsidian .logseq .trash .Trash .cache "
    ".venv .ipynb_checkpoints .AppleDouble .Spotlight-V100 .fseventsd .Trashes .quarto .github .devcontainer "
    ".stfolder .stversions .sync .dropbox.cache ";

void report_hidden(const FileSystem& files, const std::string& folder, const std::string& name,
                   base::Diagnostics& diagnostics) {
  if (!name.starts_with('.') || kToolFolders.find(" " + name + " ") != std::string_view::npos) return;
  std::string path = folder + "/" + name;
  if (auto entries = files.list(path); !entries || entries->empty()) return;
  auto& d = diagnostics.warning("hidden-folder", base::Span{},
                                fmt::format("the folder {} is not read, since its name begins with a dot", path));
  d.suggest("rename it; add folders that a host expects, such as .well-known, when you deploy the site");
  d.path = std::move(path);
}

void collect(const FileSystem& files, const std::string& folder, size_t depth, std::vector<Found>& found,
             base::Diagnostics& diagnostics) {
  if (depth > kMaxDepth) {
    diagnostics.error("too-deep", folder, fmt::format("folders are nested deeper than {} levels", kMaxDepth));
    return;
  }
  auto entries = files.list(folder);
  if (!entries) {
    auto status = files.status(folder);
    if (status && status->type == EntryType::symlink)
      report_special(folder, status->type, diagnostics);
    else if (depth > 0 || entries.error().kind != ErrorKind::not_found)
      report(entries.error(), diagnostics);
    return;
  }
  for (const Entry& entry : *entries) {
    if (is_ignored(entry.name)) {
      if (entry.type == EntryType::directory) report_hidden(files, folder, entry.name, diagnostics);
      continue;
    }
    std::string path = folder + "/" + entry.name;
    if (std::string why = objection_to_name(entry.name); !why.empty()) {
      diagnostics
          .error("bad-file-name", path, fmt::format("the name \"{}\" can't be part of an address: {}", entry.name, why))
          .suggest("rename it");
    } else if (entry.type == EntryType::directory) {
      collect(files, path, depth + 1, found, diagnostics);
    } else if (entry.size > kMaxFile) {
      diagnostics.error("too-large", path, fmt::format("{} has {} MB", path, entry.size >> 20))
          .expect(fmt::format("at most {} MB", kMaxFile >> 20));
    } else if (entry.type == EntryType::file) {
      found.push_back({std::move(path), entry.stamp});
    } else {
      report_special(path, entry.type, diagnostics);
    }
  }
}

}  // namespace

bool is_ignored(std::string_view name) {
  const bool is_unsaved = name.size() > 1 && name.starts_with('#') && name.ends_with('#');
  return name.starts_with('.') || name.ends_with('~') || is_unsaved;
}

std::string objection_to_name(std::string_view name) {
  if (base::find_invalid_utf8(name)) return "it is not valid UTF-8";
  if (name.size() > kMaxName) return fmt::format("it is longer than {} bytes", kMaxName);
  if (!base::is_nfc(name)) return "its accents are not in composed form (Unicode NFC)";
  for (char c : name)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F ||
        std::string_view("\\:*?\"<>|").find(c) != std::string_view::npos)
      return fmt::format("it contains {}", c < 0x20 || c == 0x7F ? "a control character" : fmt::format("'{}'", c));
  if (name.ends_with('.') || name.ends_with(' ') || name.starts_with(' '))
    return "it starts or ends with a space or dot";
  return "";
}

SourceTree SourceTree::read(const FileSystem& files, const std::vector<std::string>& folders, unsigned jobs,
                            base::Diagnostics& diagnostics, const SourceTree* earlier) {
  std::vector<Found> found;
  for (const std::string& folder : folders) collect(files, folder, 0, found, diagnostics);

  std::vector<std::shared_ptr<const SourceFile>> read(found.size());
  std::vector<std::optional<Error>> failures(found.size());
  base::parallel_for(jobs, found.size(), [&](size_t i, unsigned) {
    const Kept* known = earlier ? earlier->kept(found[i].path) : nullptr;
    if (known && known->stamp != 0 && known->stamp == found[i].stamp) {
      read[i] = known->file;
      return;
    }
    auto bytes = files.read(found[i].path);
    if (!bytes)
      failures[i] = bytes.error();
    else if (known && known->file->source.text() == *bytes)
      read[i] = known->file;
    else
      read[i] = std::make_shared<const SourceFile>(found[i].path, std::move(*bytes));
  });

  SourceTree tree;
  for (size_t i = 0; i < found.size(); ++i) {
    if (failures[i])
      report(*failures[i], diagnostics);
    else
      tree.files_.emplace_hint(tree.files_.end(), found[i].path, Kept{std::move(read[i]), found[i].stamp});
  }
  return tree;
}

void SourceTree::add_default(std::shared_ptr<const SourceFile> file) {
  const std::string& path = file->source.path();
  if (!files_.contains(path)) files_.emplace(path, Kept{std::move(file), 0, true});
}

const SourceTree::Kept* SourceTree::kept(const std::string& path) const {
  auto found = files_.find(path);
  return found == files_.end() ? nullptr : &found->second;
}

const SourceFile* SourceTree::find(const std::string& path) const {
  const Kept* found = kept(path);
  return found ? found->file.get() : nullptr;
}

std::vector<const SourceFile*> SourceTree::below(std::string_view prefix) const {
  std::vector<const SourceFile*> found;
  for (auto at = files_.lower_bound(prefix); at != files_.end() && at->first.starts_with(prefix); ++at)
    found.push_back(at->second.file.get());
  return found;
}

std::vector<SourceTree::State> SourceTree::states() const {
  std::vector<State> states;
  for (const auto& [path, kept] : files_)
    if (!kept.is_default) states.push_back({path, kept.stamp, kept.file->hash});
  return states;
}

std::optional<std::vector<SourceTree::State>> SourceTree::look(const FileSystem& files,
                                                               const std::vector<std::string>& folders, unsigned jobs,
                                                               const std::vector<State>& known) {
  std::vector<Found> found;
  base::Diagnostics diagnostics;
  for (const std::string& folder : folders) collect(files, folder, 0, found, diagnostics);
  std::ranges::sort(found, {}, &Found::path);
  std::vector<State> states;
  std::vector<size_t> unsure;  // files without a known stamp
  auto before = known.begin();
  for (Found& file : found) {
    State& state = states.emplace_back(std::move(file.path), file.stamp);
    while (before != known.end() && before->path < state.path) ++before;
    if (before != known.end() && before->path == state.path && before->stamp == state.stamp && state.stamp != 0)
      state.hash = before->hash;
    else
      unsure.push_back(states.size() - 1);
  }
  std::atomic<bool> has_failed = !diagnostics.empty();
  base::parallel_for(jobs, unsure.size(), [&](size_t i, unsigned) {
    State& state = states[unsure[i]];
    if (auto bytes = files.read(state.path))
      state.hash = base::hash_bytes(*bytes);
    else
      has_failed = true;
  });
  if (has_failed) return std::nullopt;
  return states;
}

}  // namespace io
