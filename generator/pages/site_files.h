// Files of the whole site for machines: the sitemap, the feed, robots.txt and llms.txt.
#pragma once
#include <string>
#include <vector>

#include "site/site.h"

namespace pages {

struct SiteFile {
  std::string address;
  std::string bytes;
};

// All files for machines; without a base_url only llms.txt.
std::vector<SiteFile> site_files(const site::Site& site, const site::Words& words);

// The limits of one sitemap file.
struct SitemapLimits {
  size_t urls = 50'000;
  size_t bytes = 52'428'800;
};

// The addresses that search engines may list, in their canonical form (https://www.sitemaps.org/protocol.html):
// sitemap.xml; beyond the limits sitemap-1.xml, sitemap-2.xml … with an index of them at sitemap.xml. Dates are those
// that pages state. REQUIRES: the site has a base_url.
std::vector<SiteFile> sitemaps(const site::Site& site, SitemapLimits limits = {});

// llms.txt (https://llmstxt.org): the pages for programs that read Markdown. Links lead to the Markdown versions if
// the site has them, otherwise to the pages; they are absolute if the site has a base_url.
std::string llms_text(const site::Site& site, const site::Words& words);

}  // namespace pages
