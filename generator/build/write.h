// The write pass: publishes the files that have changed, and removes those that an earlier build wrote but this one did
// not, according to the manifest that each build writes. A file that the manifest does not name is never overwritten or
// removed, and one that was changed since it was written is never removed.
#pragma once
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "build/output.h"
#include "build/output_folder.h"
#include "io/file_system.h"

namespace build {

// The manifest in the output folder: one line per file with its hash and address, sorted by address.
inline constexpr std::string_view kManifest = ".sourcebook-manifest";

// What an earlier build wrote to the output folder.
class Earlier {
 public:
  explicit Earlier(const io::FileSystem& folder);
  // The files that the build wrote, in order.
  std::vector<std::string> addresses() const;
  // A file as that build wrote it; nullopt if it did not write it, or if it was changed since.
  std::optional<std::string> file(const std::string& address) const;

 private:
  const io::FileSystem& folder_;
  std::map<std::string, std::set<std::string>, std::less<>> hashes_;
};

struct WriteCounts {
  size_t written = 0;
  size_t unchanged = 0;
  size_t removed = 0;
  // Files that the manifest does not name, at addresses of the site: an error "foreign-file", and nothing is written.
  size_t foreign = 0;
  // Addresses of files that are not removed: those that an earlier build wrote and that were changed since,
  // and those that the last build did not write.
  std::vector<std::string> changed, others;
  // Folders into which other sites were built, "part/": they are published with this one.
  std::vector<std::string> sites_within;
};

// After an error ("unwritable-file") there may be a mix of old and new files, but no partial ones; the manifest lists
// both, and the next build repairs that. Sets `now` to the hashes of all files of the site, with the stamps of those
// that were not written. `adopts`: overwrite foreign files.
WriteCounts write_outputs(const Outputs& outputs, io::FileSystem& folder, bool adopts, base::Diagnostics& diagnostics,
                          PublishedFiles& now);

}  // namespace build
