// Where builds of a site remember what they did: in its own folder, a place for each output folder, ignored by git and
// never published. What an overlay holds is remembered in the overlay's folder.
#pragma once
#include <filesystem>
#include <memory>

#include "io/disk.h"

namespace cli {

// In the site's folder.
inline constexpr const char* kMemoryFolder = ".sourcebook";

// The place for the output folder `out`, an absolute path. Nothing is made before something is written there. Null
// where a link stands: a change from outside may have put it there, and nothing is written to where it leads.
std::unique_ptr<io::DiskFileSystem> memory_of(const std::filesystem::path& site, const std::filesystem::path& out);

// Takes away what was remembered for output folders that are no more, but for those whose paths are too long for a
// name.
void forget_lost_outputs(const std::filesystem::path& site);

}  // namespace cli
