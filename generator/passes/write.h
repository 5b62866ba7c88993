// The write pass: publishes the files that have changed, and removes those that an earlier build wrote but this one
// does not, according to the manifest that each build writes. Files that the manifest does not list are never
// overwritten or removed, and files that were changed since they were written are never removed.
#pragma once
#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "io/file_system.h"
#include "passes/output.h"
#include "passes/output_folder.h"

namespace passes {

// The file with the manifest, in the output folder: lines of "HASH ADDRESS", sorted by address.
inline constexpr std::string_view kManifest = ".sourcebook-manifest";

// The hashes of the files that a build wrote, by address; after a failure a file may have one of two contents.
using Manifest = std::map<std::string, std::set<std::string>, std::less<>>;
// Returns the files that earlier builds wrote. A lost or damaged manifest leaves stale files, but never causes a wrong
// file to be removed.
Manifest read_manifest(const io::FileSystem& folder);

struct WriteCounts {
  std::vector<std::string> written, removed;  // addresses
  size_t unchanged = 0;
  // The number of files that the manifest does not list, at addresses of the site. They are an error "foreign-file",
  // and nothing is written.
  size_t foreign = 0;
  // Addresses of files that are not removed: files of an earlier build that were changed since, and files that the last
  // build did not write.
  std::vector<std::string> changed, others;
  // Subfolders ("part/") into which other sites were built. They are published with this site.
  std::vector<std::string> sites_within;
};

// Writes the outputs to the folder. After an error ("unwritable-file") there may be a mix of old and new files, but no
// partial ones; the manifest lists both, and the next build repairs that. Sets `now` to the hashes of all files of the
// site, with the stamps of those that were not written. If `adopts` is true, overwrites foreign files.
WriteCounts write_outputs(const Outputs& outputs, io::FileSystem& folder, bool adopts, base::Diagnostics& diagnostics,
                          PublishedFiles& now);

}  // namespace passes
