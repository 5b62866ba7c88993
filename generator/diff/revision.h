// Reads a site in a git revision into memory, without a checkout and without fetching.
#pragma once
#include <memory>
#include <string>

#include "base/result.h"
#include "io/file_system.h"

namespace diff {

// Why a side of the comparison can't be read, and what the user can do.
struct Refusal {
  std::string why;
  std::string help;
  bool machine_failed = false;  // whether git is missing or failed
};

// Reads content/, data/, templates/ and the workflows of the site in `folder`, which is in a repository, as committed
// in `revision`
// ("main", "HEAD~2", "v1.0"). Bytes are exactly those in the commit: attributes neither change line ends nor omit
// files. Submodules are read from their repositories, which must exist; symbolic links are skipped, as in builds.
// Ignores environment variables that select another repository.
base::Result<std::unique_ptr<io::FileSystem>, Refusal> read_revision(const std::string& folder,
                                                                     const std::string& revision);

}  // namespace diff
