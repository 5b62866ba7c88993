// Finds the links of a site to other sites: all links that its pages show (from texts, sources, data, site.json,
// redirects and templates), and their positions in the site's files.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "base/source_text.h"
#include "check/checks.h"
#include "web/crawl.h"

namespace check {

struct ExternalLink {
  std::string text;                // the link's text in the file, with HTML's escapes resolved
  std::vector<base::Span> places;  // the positions of `text` in the site's files; may be empty
  std::string page;                // the first page with the link
  size_t pages = 0;                // the number of pages with the link
};

// The links to one address, with any fragments.
struct ExternalTarget {
  web::Url url;
  std::vector<ExternalLink> links;
};

struct FaultyLink {
  ExternalLink link;
  web::UrlError error;
};

struct ExternalLinks {
  std::vector<ExternalTarget> targets;  // sorted by URL
  std::vector<FaultyLink> faulty;       // links that can't be requested, sorted by text
};

// The addresses of the site itself; "" if unknown.
struct OwnAddresses {
  std::string_view base_url;  // the site's own URL; links below it are internal
  // Links below it count only if they are in a file, because the theme adds some to each page.
  std::string_view repository;
};

// Finds all external links. `files` must outlive the spans.
ExternalLinks find_external_links(const std::vector<PageText>& pages, const std::vector<const base::SourceText*>& files,
                                  const OwnAddresses& own);

// A link that could not be checked, because its server refuses automated requests.
struct UncheckedLink {
  std::string url;
  std::string why;  // a clause that follows the URL
  base::Span span;  // the first position of the link; may be empty
  std::string page;
};

struct ExternalCounts {
  size_t fine = 0;       // the number of good links, including those that moved
  size_t gone = 0;       // the number of errors
  size_t uncertain = 0;  // the number of warnings: unreachable or private addresses
  size_t moved = 0;      // the number of good links that moved
};

// Reports at most one finding for each target. Codes: "dead-link", "link-certificate", "malformed-link",
// "link-with-password"; as warnings "link-unreachable", "link-private", "link-moved".
ExternalCounts report_external_links(const ExternalLinks& links, const std::vector<web::Finding>& findings,
                                     std::vector<UncheckedLink>& unchecked, base::Diagnostics& diagnostics);

}  // namespace check
