// The site that a command reads, with or without an overlay (passes/overlay.h), and the folder of its build cache.
#pragma once
#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "cli/common.h"
#include "io/disk.h"
#include "passes/overlay.h"

namespace cli {

// The folder of build caches, in the site's folder or the overlay's. It has a folder for each output folder, is ignored
// by git, and is never published.
inline constexpr const char* kCacheFolder = ".sourcebook";

CLI::Option* add_overlay_option(CLI::App& command, std::string& overlay);

class Site {
 public:
  // `overlay` is relative to the working folder; "" for none. Throws UsageError if it is not a folder with content/,
  // data/ or templates/, or is where public builds read.
  Site(const std::filesystem::path& root, const std::string& overlay);

  // The files of the site. With an overlay, nothing can be written.
  io::FileSystem& files() { return overlaid_ ? static_cast<io::FileSystem&>(*overlaid_) : root_; }
  // The overlay's folder; empty if there is none.
  const std::filesystem::path& overlay() const { return overlay_path_; }
  // The folder that contains kCacheFolder: the overlay if there is one, because the cache then contains private data.
  const std::filesystem::path& cache_parent() const { return overlay_path_.empty() ? root_path_ : overlay_path_; }

 private:
  std::filesystem::path root_path_;
  io::DiskFileSystem root_;
  std::filesystem::path overlay_path_;
  std::unique_ptr<io::DiskFileSystem> overlay_;
  std::unique_ptr<passes::OverlaidSite> overlaid_;
};

// Whether a path is a folder, or below it.
bool is_within(const std::filesystem::path& path, const std::filesystem::path& folder);

// Returns the absolute path of --out, whether or not the folder exists. Prints an error with this code and returns
// nullopt if it cannot be determined.
std::optional<std::filesystem::path> output_folder(const std::filesystem::path& root, const std::string& out,
                                                   const char* code, const CommonOptions& options);

// Returns the build cache for the output folder `out`, an absolute path; its folder is created by the first write.
// Returns null if the folder is a symbolic link: a contribution from outside may contain one, and writes must not
// follow it.
std::unique_ptr<io::DiskFileSystem> cache_of(const std::filesystem::path& parent, const std::filesystem::path& out);

// Removes the caches of output folders that no longer exist, except those whose paths are too long for a file name.
void remove_stale_caches(const std::filesystem::path& parent);

}  // namespace cli
