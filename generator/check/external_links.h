// The links of a site that lead to other sites: all that its pages show, whoever wrote them there (text, sources, data,
// site.json, redirects, templates), and where in the site's files each stands.
#pragma once
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/source_text.h"
#include "web/crawl.h"

namespace check {

struct ShownPage {
  std::string_view address;  // "lessons/cost.html"
  std::string_view html;
};

struct ExternalLink {
  std::string text;                // as it was written, without HTML's escapes
  std::vector<base::Span> places;  // where that text stands in the site's files; empty when it is nowhere as it is
  std::string page;                // the first page that shows it
  size_t pages = 0;                // how many do
  std::string anchor;              // that has to be there; "" for none
};

// Links of one address, with whatever fragments.
struct ExternalTarget {
  web::Target question;
  std::vector<ExternalLink> links;
};

struct FaultyLink {
  ExternalLink link;
  web::UrlError error;
};

struct ExternalLinks {
  std::vector<ExternalTarget> targets;  // by URL
  std::vector<FaultyLink> faulty;       // that can't be asked for; by text
};

// Where a site itself is; "" for what it has not.
struct OwnAddresses {
  std::string_view base_url;    // links below it are the site's own, and not among those found
  std::string_view repository;  // of links below it those that stand in no file are left out: the theme makes some on
                                // each page, to its source and to a form for mistakes
};

// `files` outlive the spans.
ExternalLinks find_external_links(const std::vector<ShownPage>& pages,
                                  const std::vector<const base::SourceText*>& files, const OwnAddresses& own);

}  // namespace check
