// What links lead to: each is followed through redirects, with the manners of a Fetcher, several hosts side by side.
#pragma once
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "web/fetcher.h"

namespace web {

struct Question {
  Url url;                           // its fragment is ignored
  std::vector<std::string> anchors;  // that links name on it, as anchor_of gives them
};

struct CrawlOptions {
  Manners manners;
  unsigned connections = 8;  // at one time, to different hosts
  size_t max_redirects = 10;
  size_t max_html = size_t{2} * 1024 * 1024;  // bytes in which anchors are looked for
};

using MakeClient = std::function<std::unique_ptr<Client>()>;
// Called for each question, by one thread at a time.
using OnFinding = std::function<void(size_t question, const Finding& finding)>;

// Returns the number of requests. Throws what a client throws.
size_t crawl(const std::vector<Question>& questions, const CrawlOptions& options, const MakeClient& make_client,
             const OnFinding& on_finding);

}  // namespace web
