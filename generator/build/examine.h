// `sourcebook check`: all that a build does up to its last wall, and what people want to know before a change is
// reviewed, but a build must not hang on: unbound words, assumptions, what is stale, what nothing uses, and whether
// queries rely on an order that nobody asked for; and whether the pages that would be published are sound. Publishes
// nothing.
#pragma once
#include <memory>
#include <optional>
#include <vector>

#include "base/diagnostic.h"
#include "build/build.h"
#include "build/external.h"
#include "check/unbound.h"
#include "check/staleness.h"

namespace build {

struct ExamineOptions {
  Options build;
  check::Day today;
  // Writes the list of unbound words (data/unbound.txt) before comparing with it.
  std::optional<check::BaselineUpdate> write_baseline;
  std::optional<ExternalOptions> external;  // asks other sites
  // Of what would be published: each finding by itself, also where many pages have the same.
  bool tell_all = false;
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

// Reads the site in `root`; writes there only the list of unbound words, and only when asked to.
Examination examine_site(io::FileSystem& root, const ExamineOptions& options);

}  // namespace build
