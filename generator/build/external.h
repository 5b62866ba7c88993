// `sourcebook check --external`: requests the targets of the pages' links to other sites. The only use of the network.
#pragma once
#include <filesystem>
#include <functional>
#include <vector>

#include "build/build.h"
#include "check/external_links.h"
#include "check/staleness.h"
#include "web/crawl.h"

namespace build {

struct ExternalOptions {
  web::ClientOptions client;
  web::CrawlOptions crawl;
  std::filesystem::path good_links;  // the file of good answers (web/good_links.h)
  int good_for = 7;                  // days for which such an answer is reused
  check::Day today;
  std::function<void(size_t done, size_t all)> progress;  // may be empty; called by one thread at a time
};

struct ExternalExamination {
  check::ExternalCounts counts;
  size_t links = 0;  // different addresses
  size_t requests = 0;
  std::vector<check::UncheckedLink> unchecked;
  bool machine_failed = false;
};

// Writes the file of good answers from time to time and at the end, if there are any. Codes: those of
// report_external_links, "no-network", "unwritable-file".
ExternalExamination examine_external(const CheckedSite& checked, const ExternalOptions& options,
                                     base::Diagnostics& diagnostics);

}  // namespace build
