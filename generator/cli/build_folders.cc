#include "cli/build_folders.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/hash.h"
#include "base/text.h"
#include "passes/store.h"

namespace cli {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kLong = "long ";  // precedes the hash of a path that is too long for a file name

// Returns the name of an output folder's cache: "site", "%2Ftmp%2Fsite".
std::string cache_name(const fs::path& root, const fs::path& out) {
  constexpr size_t kMaxBytes = 200;
  std::string name = is_within(out, root) ? fs::relative(out, root).string() : out.string();
  name = base::replace_all(base::replace_all(std::move(name), "%", "%25"), "/", "%2F");
  return name.size() <= kMaxBytes ? name : std::string(kLong) + base::hash_bytes(name).hex();
}

bool is_stale(const fs::path& root, const fs::path& cache) {
  std::string name = cache.filename().string();
  if (name.starts_with(kLong)) return false;
  name = base::replace_all(base::replace_all(std::move(name), "%2F", "/"), "%25", "%");
  std::error_code error;
  return !fs::exists(root / name, error) && !error;
}

}  // namespace

bool is_within(const fs::path& path, const fs::path& folder) {
  return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first == folder.end();
}

std::optional<fs::path> output_folder(const fs::path& root, const std::string& out, const CommonOptions& options) {
  std::error_code error;
  fs::path path = fs::weakly_canonical(root / out, error);
  if (error) {
    base::Diagnostics diagnostics;
    diagnostics.error("unwritable-file", out, fmt::format("{} can't be reached: {}", out, error.message()));
    print_diagnostics(diagnostics, options);
    return std::nullopt;
  }
  return path.has_filename() ? path : path.parent_path();  // a folder that does not exist yet may end in "/"
}

std::unique_ptr<io::DiskFileSystem> cache_of(const fs::path& root, const fs::path& out) {
  const fs::path all = root / kCacheFolder, cache = all / cache_name(root, out);
  std::error_code ignored;
  if (fs::is_symlink(all, ignored) || fs::is_symlink(cache, ignored)) return nullptr;
  return std::make_unique<io::DiskFileSystem>(cache.string());
}

void remove_stale_caches(const fs::path& root) {
  std::error_code ignored;  // files that cannot be removed are kept
  if (fs::is_symlink(root / kCacheFolder, ignored)) return;
  for (fs::directory_iterator at(root / kCacheFolder, ignored), end; at != end; at.increment(ignored)) {
    const fs::path cache = at->path();
    if (!fs::is_directory(at->symlink_status(ignored)) || !is_stale(root, cache)) continue;
    for (const char* file : {passes::kStoreFile, passes::kIgnoreFile, "state"}) fs::remove(cache / file, ignored);
    for (fs::directory_iterator file(cache, ignored); file != end; file.increment(ignored))
      if (io::is_temporary(file->path().filename().string())) fs::remove(file->path(), ignored);
    fs::remove(cache, ignored);  // fails if it contains other files
  }
}

}  // namespace cli
