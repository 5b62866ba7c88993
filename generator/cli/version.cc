// The version and the repository of this program (cli/embedded.h).
#include "cli/embedded.h"

namespace cli {

std::string_view version() { return SOURCEBOOK_VERSION; }
std::string_view repository() { return SOURCEBOOK_REPOSITORY; }

}  // namespace cli
