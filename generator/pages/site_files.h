// Files of the whole site that machines ask for: what there is, what changed, and where it may be read in Markdown.
#pragma once
#include <string>
#include <vector>

#include "site/site.h"

namespace pages {

struct SiteFile {
  std::string address;
  std::string bytes;
};

// sitemap.xml, feed.xml and robots.txt, which only a site with a base_url can have, and llms.txt.
std::vector<SiteFile> site_files(const site::Site& site, const site::Words& words);

}  // namespace pages
