#include "cli/overlay_option.h"

#include <fmt/format.h>

#include <algorithm>

namespace cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kFolders[] = {"content", "data", "templates"};

// "" when all is well.
std::string objection_to(const fs::path& overlay, const fs::path& root) {
  std::error_code unreachable;
  if (!fs::is_directory(overlay, unreachable)) return "is no folder";
  if (overlay == root) return "is the site's own folder";
  for (const char* folder : kFolders)
    if (is_within(overlay, root / folder)) return fmt::format("lies in {}/, which public builds read", folder);
  const bool has_some = std::any_of(std::begin(kFolders), std::end(kFolders), [&](const char* folder) {
    return fs::is_directory(overlay / folder, unreachable);
  });
  return has_some ? "" : "has neither content/ nor data/ nor templates/";
}

}  // namespace

CLI::Option* add_overlay_option(CLI::App& command, std::string& overlay) {
  return command
      .add_option("--overlay", overlay, "A folder whose content/, data/ and templates/ are laid over the site's")
      ->type_name("DIR");
}

bool is_within(const fs::path& path, const fs::path& folder) {
  auto [end, rest] = std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
  return end == folder.end();
}

std::unique_ptr<Site> Site::open(const fs::path& root, const std::string& overlay, const CommonOptions& common) {
  std::unique_ptr<Site> site(new Site(root));
  if (overlay.empty()) return site;
  std::error_code unreachable;
  site->overlay_path_ = fs::weakly_canonical(overlay, unreachable);
  if (std::string why = objection_to(site->overlay_path_, root); !why.empty()) {
    refuse(fmt::format("the overlay {} {}", overlay, why),
           "name a folder that holds content/, data/ or templates/ of its own, outside those of the site", common);
    return nullptr;
  }
  site->overlay_ = std::make_unique<io::DiskFileSystem>(site->overlay_path_.string());
  site->overlaid_ = std::make_unique<build::OverlaidSite>(site->root_, *site->overlay_);
  return site;
}

}  // namespace cli
