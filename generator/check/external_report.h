// What asking for links to other sites found, told to people: one message a link, at the first place where it stands,
// with the others as notes.
#pragma once
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "check/external_links.h"
#include "web/crawl.h"

namespace check {

// A link of which nobody can say whether it leads somewhere, since its server does not want to be asked by programs.
struct UncheckedLink {
  std::string url;
  std::string why;  // goes on after the URL
  base::Span span;  // the first place; may be none
  std::string page;
};

struct ExternalCounts {
  size_t fine = 0;      // also those that moved, or lack an anchor
  size_t known = 0;     // of the fine: from an earlier run
  size_t gone = 0;      // errors
  size_t doubtful = 0;  // unreachable, private: warnings
  size_t moved = 0;     // of the fine
};

// One finding for each target. Codes: "dead-link", "link-certificate", "malformed-link", "link-with-password"; as
// warnings "link-unreachable", "link-private", "link-moved", "link-part".
ExternalCounts report_external_links(const ExternalLinks& links, const std::vector<web::Finding>& findings,
                                     std::vector<UncheckedLink>& unchecked, base::Diagnostics& diagnostics);

}  // namespace check
