// Folder audit/: checks the files of a build, before they are written, without a browser and without the site's model.
// The checks thus work for any template.
// A check takes time in proportion to the size of the files, regardless of their content, and reads nothing else.
#pragma once
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "io/memory.h"

namespace audit {

struct AuditOptions {
  // The URL at which the site is published, with a "/" at its end; "" if unknown.
  std::string base_url;
  unsigned jobs = 1;
  // Whether to show all findings, even if the same one is in many files.
  bool show_all = false;
  // Addresses of files that will be published but are not among the given files, and their sizes; 0 if unknown.
  std::map<std::string, uint64_t> others;
  // Returns the source of a file for messages; "" if unknown.
  std::function<std::string(std::string_view address)> made_from;
};

struct Audit {
  base::Diagnostics diagnostics;  // sorted by address
  size_t links = 0;
  std::vector<std::shared_ptr<const base::SourceText>> sources_of_spans;
};

// Larger texts are an error "too-large", and are not read.
constexpr uint64_t kMaxFileSize = uint64_t{16} << 20;

// Checks the given files. Codes: those of check_page and Links, "too-large", "invalid-utf8", "nul-byte",
// "huge-page", "huge-output" for a file or a site that hosts may refuse.
Audit audit_site(io::MemoryFileSystem::Snapshot files, const AuditOptions& options);

}  // namespace audit
