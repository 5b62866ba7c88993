// Checks links: follows each through redirects, with a Fetcher, several hosts at a time.
#pragma once
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "web/fetcher.h"

namespace web {

struct Target {
  Url url;                           // the page's URL, whose fragment is ignored
  std::vector<std::string> anchors;  // the anchors that links use, as anchor_of() returns them
};

struct CrawlOptions {
  Manners manners;
  unsigned connections = 8;  // the number of simultaneous connections to different hosts
  size_t max_redirects = 10;
  size_t max_html = size_t{2} * 1024 * 1024;  // the number of bytes that are searched for anchors
};

using MakeClient = std::function<std::unique_ptr<Client>()>;
// Called for each target, by one thread at a time.
using OnFinding = std::function<void(size_t target, const Finding& finding)>;

// Requests all targets. Returns the number of requests. Throws exceptions of the client.
size_t crawl(const std::vector<Target>& targets, const CrawlOptions& options, const MakeClient& make_client,
             const OnFinding& on_finding);

// Returns the id that a decoded fragment refers to in HTML; "" if it does not refer to an id: "top", a place in an app
// ("#/settings", "#!page"), words to find (":~:text=…").
std::string anchor_of(std::string_view fragment);
// Whether an element has that id or name, or "user-content-" and that id, a prefix that GitHub's script strips.
bool has_anchor(std::string_view html, std::string_view anchor);
// Whether a Content-Type header is for HTML.
bool is_html(std::string_view content_type);

}  // namespace web
