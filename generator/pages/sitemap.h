// The sitemap: the addresses that search engines are to know, in their canonical form.
// Format: https://www.sitemaps.org/protocol.html
#pragma once
#include "pages/site_files.h"

namespace pages {

// What one file may hold by the protocol.
struct SitemapLimits {
  size_t urls = 50'000;
  size_t bytes = 52'428'800;
};

// sitemap.xml; beyond the limits sitemap-1.xml, sitemap-2.xml … with an index of them at sitemap.xml. Dates are those
// that pages state, since nothing in a build depends on a clock.
// REQUIRES: the site has a base_url.
std::vector<SiteFile> sitemaps(const site::Site& site, SitemapLimits limits = {});

}  // namespace pages
