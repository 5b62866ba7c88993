#include "cli/build_folders.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/hash.h"
#include "base/text.h"

namespace cli {
namespace {

namespace fs = std::filesystem;

// Returns the name of an output folder's cache: "site", "%2Ftmp%2Fsite".
std::string cache_name(const fs::path& root, const fs::path& out) {
  constexpr size_t kMaxBytes = 200;
  std::string name = is_within(out, root) ? fs::relative(out, root).string() : out.string();
  name = base::replace_all(base::replace_all(std::move(name), "%", "%25"), "/", "%2F");
  return name.size() <= kMaxBytes ? name : base::hash_bytes(name).hex();
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

}  // namespace cli
