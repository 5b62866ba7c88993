// The output folder of a build, and the folder of its cache.
#pragma once
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "cli/common.h"
#include "io/disk.h"

namespace cli {

// The folder of build caches, in the site's folder. It has a folder for each output folder, is ignored by git, and is
// never published.
inline constexpr const char* kCacheFolder = ".sourcebook";

// Whether a path is a folder, or below it.
bool is_within(const std::filesystem::path& path, const std::filesystem::path& folder);

// Returns the absolute path of --out, whether or not the folder exists. Prints an error and returns nullopt if
// it cannot be determined.
std::optional<std::filesystem::path> output_folder(const std::filesystem::path& root, const std::string& out,
                                                   const CommonOptions& options);

// Returns the build cache for the output folder `out`, an absolute path; its folder is created by the first write.
// Returns null if the folder is a symbolic link: a contribution from outside may contain one, and writes must not
// follow it.
std::unique_ptr<io::DiskFileSystem> cache_of(const std::filesystem::path& root, const std::filesystem::path& out);

}  // namespace cli
