// `--overlay DIR`, for commands that read a site (build/overlay.h).
#pragma once
#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <string>

#include "build/overlay.h"
#include "cli/common.h"
#include "io/disk.h"

namespace cli {

CLI::Option* add_overlay_option(CLI::App& command, std::string& overlay);

// The site as a command reads it: its own folder, with an overlay or without.
class Site {
 public:
  // `overlay` is relative to the working folder, as shells complete it; "" for none. Null after saying (see refuse) why
  // it can't be one: it is no folder, has none of the folders that count, or lies where the public site is read.
  static std::unique_ptr<Site> open(const std::filesystem::path& root, const std::string& overlay,
                                    const CommonOptions& common);

  // Nothing can be written where there is an overlay.
  io::FileSystem& files() { return overlaid_ ? static_cast<io::FileSystem&>(*overlaid_) : root_; }
  // The overlay's folder; empty for none.
  const std::filesystem::path& overlay() const { return overlay_path_; }

 private:
  explicit Site(const std::filesystem::path& root) : root_(root.string()) {}

  io::DiskFileSystem root_;
  std::filesystem::path overlay_path_;
  std::unique_ptr<io::DiskFileSystem> overlay_;
  std::unique_ptr<build::OverlaidSite> overlaid_;
};

// Whether a path is a folder, or lies below it.
bool is_within(const std::filesystem::path& path, const std::filesystem::path& folder);

}  // namespace cli
