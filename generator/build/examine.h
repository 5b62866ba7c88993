// `sourcebook check`: the passes of a build up to its last wall, then checks that matter when a change is reviewed but
// must not fail a build: unbound words, assumptions, stale data, unused sources, and queries that rely on an
// unspecified order; and an audit of the pages that would be published. Publishes nothing.
#pragma once
#include <memory>
#include <optional>
#include <vector>

#include "base/diagnostic.h"
#include "build/build.h"
#include "build/external.h"
#include "check/staleness.h"
#include "check/unbound.h"

namespace build {

struct ExamineOptions {
  Options build;
  check::Day today;
  // Writes the list of unbound words (data/unbound.txt) before comparing with it.
  std::optional<check::BaselineUpdate> write_baseline;
  std::optional<ExternalOptions> external;  // for requests to other sites
  // For the audit: every finding separately, also if many pages have the same one.
  bool show_all = false;
};

struct Examination {
  base::Diagnostics diagnostics;  // sorted
  std::vector<check::Assumption> assumptions;
  size_t pages = 0;
  size_t figures = 0;
  size_t queries = 0;  // run in both orders
  size_t unbound = 0;
  size_t listed = 0;  // of the unbound: in the baseline
  size_t stale = 0;
  size_t unused = 0;  // sources
  std::optional<ExternalExamination> external;
  size_t links = 0;  // of what would be published
  bool machine_failed = false;

  std::shared_ptr<const void> sources_of_spans;
};

// Reads the site in `root`. Writes the list of unbound words there, if that was requested.
Examination examine_site(io::FileSystem& root, const ExamineOptions& options);

}  // namespace build
