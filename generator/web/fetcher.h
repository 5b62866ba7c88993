// Requests with manners: one at a time to a host and a pause between two, what its robots.txt says, the wait that a
// server asks for, and no further request to a host that asks for too long a wait.
#pragma once
#include <atomic>
#include <map>
#include <mutex>

#include "web/client.h"
#include "web/robots.h"

namespace web {

struct Manners {
  std::string product;                        // our name in robots.txt files: "sourcebook"
  std::chrono::milliseconds pause{1000};      // from the end of a request to the next to the same host
  std::chrono::milliseconds max_wait{60000};  // for a server that asks to wait, and for its Crawl-delay
  std::chrono::milliseconds time_limit{std::chrono::hours(24)};  // after which nothing is requested
};

// Used by several threads, each with a client of its own.
class Fetcher {
 public:
  // `manners` outlive the fetcher.
  explicit Fetcher(const Manners& manners) : manners_(manners), end_(Clock::now() + manners.time_limit) {}

  // Waits until it is the host's turn. The error says why there is no answer, or none that counts (429).
  Fetched fetch(Client& client, const Request& request);

  size_t requests() const { return requests_; }

 private:
  using Clock = std::chrono::steady_clock;
  struct Host {
    std::mutex mutex;  // held during a request, and of what follows
    Clock::time_point last{}, not_before{};
    std::optional<Finding> closed;  // it asked for too long a wait
  };
  struct RobotsFile {
    Robots robots;
    std::optional<Finding> failure;  // why nothing may be requested
  };

  Host& host_of(const Url& url);
  Fetched send(Client& client, const Request& request, double crawl_delay);
  RobotsFile robots_of(Client& client, const Url& url, unsigned redirects);
  RobotsFile judge(const Url& url, const Fetched& answer) const;

  const Manners& manners_;
  const Clock::time_point end_;
  std::mutex mutex_;                          // of the two maps
  std::map<std::string, Host> hosts_;         // by name, whatever the port
  std::map<std::string, RobotsFile> robots_;  // by origin
  std::atomic<size_t> requests_ = 0;
};

}  // namespace web
