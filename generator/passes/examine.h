// `sourcebook check`: runs the passes of a build up to its last wall, then checks that are useful in a review but must
// not fail a build: unbound words, assumptions, stale data, unused sources, and queries whose rows have
// no order. Also audits the pages that would be published. Publishes nothing.
#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "base/diagnostic.h"
#include "check/external_links.h"
#include "check/sources.h"
#include "check/unbound.h"
#include "passes/build.h"
#include "web/crawl.h"

namespace passes {

// ---- external.cc: `sourcebook check --external` requests the pages that links to other sites lead to. Nothing else
// uses the network.
struct ExternalOptions {
  web::ClientOptions client;
  web::CrawlOptions crawl;
  std::function<void(size_t done, size_t all)> progress;  // receives the progress in one thread at a time; may be empty
};

struct ExternalExamination {
  check::ExternalCounts counts;
  size_t links = 0;  // number of distinct addresses
  size_t requests = 0;
  std::vector<check::UncheckedLink> unchecked;
};

// Checks the external links. Codes: those of report_external_links, "no-network".
ExternalExamination examine_external(const CheckedSite& checked, const ExternalOptions& options,
                                     base::Diagnostics& diagnostics);

// ---- examine.cc

struct ExamineOptions {
  Options build;
  check::Day today;
  // If set, the list of unbound words (data/unbound.txt) is written before it is used.
  std::optional<check::BaselineUpdate> write_baseline;
  std::optional<ExternalOptions> external;  // options of requests to other sites; nullopt makes none
  // Whether the audit shows every finding separately, even if many pages have the same one.
  bool show_all = false;
};

struct Examination {
  base::Diagnostics diagnostics;  // sorted by position
  std::vector<std::string> notes;
  std::vector<check::Assumption> assumptions;
  size_t pages = 0;
  size_t figures = 0;
  size_t unbound = 0;
  size_t listed = 0;  // number of unbound words in the baseline
  size_t stale = 0;
  size_t unused = 0;  // number of unused sources
  std::optional<ExternalExamination> external;
  size_t links = 0;  // number of links in the files that would be published

  std::shared_ptr<const void> sources_of_spans;
};

// Examines the site in `root`. Also writes its list of unbound words if requested.
Examination examine_site(io::FileSystem& root, const ExamineOptions& options);

}  // namespace passes
