// The write pass: makes the output folder hold what was built. Only files whose bytes changed are written, each by a
// temporary file and a rename; what an earlier build wrote and this one did not is removed, by the manifest that each
// build leaves. A file that no build wrote, or that somebody changed since, is never removed.
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

// In the output folder: one line a file, its hash and its address, sorted by address.
inline constexpr std::string_view kManifest = ".sourcebook-manifest";

// What an earlier build left in the output folder.
class Earlier {
 public:
  explicit Earlier(const io::FileSystem& folder);
  // What it wrote, in order.
  std::vector<std::string> addresses() const;
  // A file as that build wrote it; nothing for one that it did not write, or that somebody changed since.
  std::optional<std::string> file(const std::string& address) const;

 private:
  const io::FileSystem& folder_;
  std::map<std::string, std::set<std::string>, std::less<>> hashes_;
};

struct WriteCounts {
  size_t written = 0;
  size_t unchanged = 0;
  size_t removed = 0;
  // Addresses of files that stay though the site has none there: those that an earlier build wrote and somebody has
  // changed since, and those that the last build did not write.
  std::vector<std::string> changed, others;
  // Folders into which other sites were built, "part/": whoever publishes this one publishes them too.
  std::vector<std::string> sites_within;
};

// An error ("unwritable-file") leaves a mixture of old and new files, never half a file, and a manifest of both; the
// next build mends it.
// `before` is what was in the folder when the build began. Leaves in `now` what all files of the site hold, with the
// stamps of those that were not written.
WriteCounts write_outputs(const Outputs& outputs, io::FileSystem& folder, const OutputFolder& before, unsigned jobs,
                          base::Diagnostics& diagnostics, PublishedFiles& now);

}  // namespace build
