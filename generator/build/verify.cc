#include "build/verify.h"

#include <fmt/format.h>

#include "io/memory.h"

namespace build {

base::Diagnostics verify_output(const io::FileSystem& root, const io::FileSystem& output, const Options& options,
                                const base::Hash& read) {
  Options clean = options;
  clean.remembers = false;
  clean.verify = true;
  io::MemoryFileSystem fresh;
  const Report report = build_site(root, fresh, clean);
  base::Diagnostics diagnostics;
  auto differs = [&](const std::string& address, std::string_view how) {
    diagnostics.error("stale-output", address, fmt::format("{} {}", address, how))
        .expect("the bytes that a build from nothing gives")
        .suggest("delete the folder .sourcebook, build again, and tell the makers of Sourcebook what you had changed");
  };
  if (report.diagnostics.has_errors()) differs("the site", "has errors when it is built from nothing");
  for (const auto& [address, bytes] : fresh.files()) {
    auto published = output.read(address);
    if (!published)
      differs(address, "is missing");
    else if (*published != bytes)
      differs(address, "holds something else");
  }
  if (diagnostics.empty() || report.read == read) return diagnostics;
  base::Diagnostics edited;
  edited
      .error("file-changed", "the site",
             "files of the site were changed after it was built, so that a build from nothing gives something else")
      .suggest("run the command again");
  return edited;
}

}  // namespace build
