// Many links asked for with manners: one request at a time to a host and a pause between two, what its robots.txt says,
// and no more of it when it asks to be left alone. Several hosts side by side.
#pragma once
#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "web/client.h"
#include "web/visit.h"

namespace web {

struct CrawlOptions {
  std::string product;                    // what robots.txt files call us: "sourcebook"
  std::chrono::milliseconds pause{1000};  // between the end of a request and the next to the same host; Crawl-delay may
                                          // make it longer, up to `limits.most_wait`
  unsigned connections = 8;               // at one time, to different hosts
  std::chrono::milliseconds most_time{std::chrono::hours(24)};  // what was not asked by then is not asked
  VisitLimits limits;
};

struct CrawlCounts {
  size_t requests = 0;
  size_t hosts = 0;
};

using MakeClient = std::function<std::unique_ptr<Client>()>;
// Called when a question has its finding; by one thread at a time, which holds up all others.
using OnFinding = std::function<void(size_t question, const Finding& finding)>;

// Asks all questions, each of another URL. Returns when all have a finding. `make_client` is called once for each
// connection. What clients throw is thrown again.
CrawlCounts crawl(const std::vector<Question>& questions, const CrawlOptions& options, const MakeClient& make_client,
                  const OnFinding& on_finding);

}  // namespace web
