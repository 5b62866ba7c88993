// A site as a git revision has it, read into memory: no work tree is touched, and nothing is fetched.
#pragma once
#include <memory>
#include <string>

#include "base/result.h"
#include "io/file_system.h"

namespace diff {

// Why a side of the comparison can't be read, and what to do about it: for people.
struct Refusal {
  std::string why;
  std::string help;
  bool machine_failed = false;  // git is missing, or broke down
};

// The files of content/, data/ and templates/ of the site in `folder`, which is the repository or stands in it, as
// committed in `revision` ("main", "HEAD~2", "v1.0"). Bytes are those of the commit: no attribute changes line ends or
// leaves files out. Those of submodules are read from their repositories, which have to be there; symbolic links are
// passed over, since no build reads them. Variables of the environment name no other repository.
base::Result<std::unique_ptr<io::FileSystem>, Refusal> read_revision(const std::string& folder,
                                                                     const std::string& revision);

}  // namespace diff
