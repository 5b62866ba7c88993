#include <fmt/format.h>

#include "build/build.h"
#include "io/memory.h"

namespace build {

base::Diagnostics verify_output(const io::FileSystem& root, const io::FileSystem& output, const Options& options,
                                const base::Hash& read) {
  Options clean = options;
  clean.uses_cache = false;
  clean.verify = true;
  io::MemoryFileSystem fresh;
  const Report report = build_site(root, fresh, clean);
  base::Diagnostics diagnostics;
  auto differs = [&](const std::string& address, std::string_view how) {
    diagnostics.error("stale-output", address, fmt::format("{} {}", address, how))
        .expect("the bytes that a clean build writes")
        .suggest(
            "delete the folder .sourcebook and build again; please report this as a bug, and say what you had changed");
  };
  if (report.diagnostics.has_errors()) differs("the site", "has errors in a clean build");
  for (const auto& [address, bytes] : fresh.files()) {
    auto published = output.read(address);
    if (!published)
      differs(address, "is missing");
    else if (*published != bytes)
      differs(address, "has different bytes");
  }
  if (diagnostics.empty() || report.read == read) return diagnostics;
  base::Diagnostics edited;
  edited
      .error("file-changed", "the site", "files of the site changed after it was built, so a clean build would differ")
      .suggest("run the command again");
  return edited;
}

}  // namespace build
