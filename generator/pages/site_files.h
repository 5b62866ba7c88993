// Files of the whole site that programs read: the sitemap, the feed, robots.txt, llms.txt and facts.json.
#pragma once
#include <string>
#include <vector>

#include "notation/format.h"
#include "site/site.h"

namespace pages {

struct SiteFile {
  std::string address;
  std::string bytes;
};

// Returns these files; without a base_url only llms.txt and facts.json.
std::vector<SiteFile> site_files(const site::Site& site, const site::Words& words);

// ---- facts.cc
inline constexpr std::string_view kFactsAddress = "facts.json";
// Returns the figures in the texts of pages that search engines may list, except pages made from data; "" if there are
// none.
std::string facts(const site::Site& site);
// Describes that file, for `sourcebook schema facts`.
const notation::AnyFormat& facts_format();

// The maximum size of one sitemap file.
struct SitemapLimits {
  size_t urls = 50'000;
  size_t bytes = 52'428'800;
};

// Returns the sitemap of all addresses that search engines may list, in their canonical form
// (https://www.sitemaps.org/protocol.html). If it exceeds the limits, it is split into sitemap-1.xml, sitemap-2.xml …,
// and sitemap.xml is their index. Dates are those that pages state. REQUIRES: the site has a base_url.
std::vector<SiteFile> sitemaps(const site::Site& site, SitemapLimits limits = {});

inline constexpr std::string_view kFeedAddress = "feed.xml";
inline constexpr size_t kMaxFeedEntries = 50;
// Whether there is a dated page or change, and links can be absolute.
bool has_feed(const site::Site& site);
// Returns the feed of changes in Atom, with the newest entries, by date and then by id. REQUIRES: has_feed(site)
std::string feed(const site::Site& site, const site::Words& words);

}  // namespace pages
