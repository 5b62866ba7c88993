// Checks links: follows each through redirects, with a Fetcher, several hosts at a time.
#pragma once
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "web/fetcher.h"

namespace web {

struct CrawlOptions {
  Manners manners;
  unsigned connections = 8;  // the number of simultaneous connections to different hosts
  size_t max_redirects = 10;
};

using MakeClient = std::function<std::unique_ptr<Client>()>;
// Called for each URL, by one thread at a time.
using OnFinding = std::function<void(size_t url, const Finding& finding)>;

// Requests all URLs, without their fragments. Returns the number of requests. Throws exceptions of the client.
size_t crawl(const std::vector<Url>& urls, const CrawlOptions& options, const MakeClient& make_client,
             const OnFinding& on_finding);

}  // namespace web
