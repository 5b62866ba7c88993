#include "cli/site.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/hash.h"
#include "base/text.h"
#include "passes/build.h"
#include "passes/store.h"

namespace cli {
namespace {

namespace fs = std::filesystem;

constexpr std::array kFolders = {"content", "data", "templates"};
constexpr std::string_view kLong = "long ";  // precedes the hash of a path that is too long for a file name

// Returns why `overlay` cannot be an overlay of the site in `root`; "" if it can.
std::string objection_to_overlay(const fs::path& overlay, const fs::path& root) {
  std::error_code unreachable;
  if (!fs::is_directory(overlay, unreachable)) return "is not a folder";
  if (overlay == root) return "is the site's own folder";
  for (const char* folder : kFolders)
    if (is_within(overlay, root / folder)) return fmt::format("is inside {}/, which public builds read", folder);
  const bool has_some = std::any_of(kFolders.begin(), kFolders.end(), [&](const char* folder) {
    return fs::is_directory(overlay / folder, unreachable);
  });
  return has_some ? "" : "does not contain content/, data/ or templates/";
}

// Returns the name of an output folder's cache: "site", "%2Ftmp%2Fsite".
std::string cache_name(const fs::path& parent, const fs::path& out) {
  constexpr size_t kMaxBytes = 200;
  std::string name = is_within(out, parent) ? fs::relative(out, parent).string() : out.string();
  name = base::replace_all(base::replace_all(std::move(name), "%", "%25"), "/", "%2F");
  return name.size() <= kMaxBytes ? name : std::string(kLong) + base::hash_bytes(name).hex();
}

bool is_stale(const fs::path& parent, const fs::path& cache) {
  std::string name = cache.filename().string();
  if (name.starts_with(kLong)) return false;
  name = base::replace_all(base::replace_all(std::move(name), "%2F", "/"), "%25", "%");
  std::error_code error;
  return !fs::exists(parent / name, error) && !error;
}

}  // namespace

CLI::Option* add_overlay_option(CLI::App& command, std::string& overlay) {
  return command
      .add_option("--overlay", overlay, "Folder whose content/, data/ and templates/ add to the site's or replace them")
      ->type_name("DIR");
}

Site::Site(const fs::path& root, const std::string& overlay) : root_path_(root), root_(root.string()) {
  if (overlay.empty()) return;
  std::error_code unreachable;
  overlay_path_ = fs::weakly_canonical(overlay, unreachable);
  if (std::string why = objection_to_overlay(overlay_path_, root); !why.empty())
    throw UsageError{fmt::format("the overlay {} {}", overlay, why),
                     "give a folder outside the site's folders that contains content/, data/ or templates/"};
  overlay_ = std::make_unique<io::DiskFileSystem>(overlay_path_.string());
  overlaid_ = std::make_unique<passes::OverlaidSite>(root_, *overlay_);
}

bool is_within(const fs::path& path, const fs::path& folder) {
  return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first == folder.end();
}

std::optional<fs::path> output_folder(const fs::path& root, const std::string& out, const char* code,
                                      const CommonOptions& options) {
  std::error_code error;
  fs::path path = fs::weakly_canonical(root / out, error);
  if (error) {
    base::Diagnostics diagnostics;
    diagnostics.error(code, out, fmt::format("{} can't be reached: {}", out, error.message()));
    print_diagnostics(diagnostics, options);
    return std::nullopt;
  }
  return path.has_filename() ? path : path.parent_path();  // a folder that does not exist yet may end in "/"
}

std::unique_ptr<io::DiskFileSystem> cache_of(const fs::path& parent, const fs::path& out) {
  const fs::path all = parent / kCacheFolder, cache = all / cache_name(parent, out);
  std::error_code ignored;
  if (fs::is_symlink(all, ignored) || fs::is_symlink(cache, ignored)) return nullptr;
  return std::make_unique<io::DiskFileSystem>(cache.string());
}

void remove_stale_caches(const fs::path& parent) {
  std::error_code ignored;  // files that cannot be removed are kept
  if (fs::is_symlink(parent / kCacheFolder, ignored)) return;
  for (fs::directory_iterator at(parent / kCacheFolder, ignored), end; at != end; at.increment(ignored)) {
    const fs::path cache = at->path();
    if (!fs::is_directory(at->symlink_status(ignored)) || !is_stale(parent, cache)) continue;
    for (const char* file : {passes::kStoreFile, passes::kIgnoreFile, "state"}) fs::remove(cache / file, ignored);
    for (fs::directory_iterator file(cache, ignored); file != end; file.increment(ignored))
      if (io::is_temporary(file->path().filename().string())) fs::remove(file->path(), ignored);
    fs::remove(cache, ignored);  // fails if it contains other files
  }
}

}  // namespace cli
