// `sourcebook check --external`: requests the pages that links to other sites lead to. Nothing else uses the network.
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
  std::filesystem::path good_links;  // the file with good answers (web/good_links.h)
  int good_for = 7;                  // number of days for which a good answer is reused
  check::Day today;
  std::function<void(size_t done, size_t all)> progress;  // receives the progress in one thread at a time; may be empty
};

struct ExternalExamination {
  check::ExternalCounts counts;
  size_t links = 0;  // number of distinct addresses
  size_t requests = 0;
  std::vector<check::UncheckedLink> unchecked;
  bool machine_failed = false;
};

// Checks the external links. Writes good answers to the file from time to time and at the end. Codes: those of
// report_external_links, "no-network", "unwritable-file".
ExternalExamination examine_external(const CheckedSite& checked, const ExternalOptions& options,
                                     base::Diagnostics& diagnostics);

}  // namespace build
