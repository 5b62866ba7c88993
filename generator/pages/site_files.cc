#include "pages/site_files.h"

#include "pages/feed.h"

namespace pages {

std::vector<SiteFile> site_files(const site::Site& site, const site::Words& words) {
  const std::string& base_url = site.config->base_url;
  std::vector<SiteFile> files;
  if (!base_url.empty()) {
    files = sitemaps(site);
    files.push_back({"robots.txt", "User-agent: *\nAllow: /\nSitemap: " + base_url + "sitemap.xml\n"});
    if (has_feed(site)) files.push_back({std::string(kFeedAddress), feed(site, words)});
  }
  files.push_back({"llms.txt", llms_text(site, words)});
  return files;
}

}  // namespace pages
