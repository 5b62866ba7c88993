// Makes polite requests: one at a time per host, with a pause after each. Waits if a server requests it. A host that
// requests too long a wait, or again and again, gets no further requests. robots.txt is not read: it is for programs
// that find pages by themselves (RFC 9309), and these are addresses that people linked to.
#pragma once
#include <atomic>
#include <map>
#include <mutex>

#include "web/client.h"

namespace web {

struct Manners {
  std::chrono::milliseconds pause{1000};  // the pause between the end of a request and the next one to the same host
  std::chrono::milliseconds max_wait{60000};                     // the longest time to wait if a server requests that
  std::chrono::milliseconds time_limit{std::chrono::hours(24)};  // the time after which no more requests are sent
};

// Several threads may use a fetcher, each with its own client.
class Fetcher {
 public:
  // `manners` must outlive the fetcher.
  explicit Fetcher(const Manners& manners) : manners_(manners), end_(Clock::now() + manners.time_limit) {}

  // Waits until the host may be requested. The error states why there is no answer.
  Fetched fetch(Client& client, const Request& request);

  size_t requests() const { return requests_; }

 private:
  using Clock = std::chrono::steady_clock;
  struct Host {
    std::mutex mutex;  // a lock that is held during a request, and guards the other members
    Clock::time_point last{}, not_before{};
    unsigned refused = 0;           // the number of pages in a row that it refused after a wait
    std::optional<Finding> closed;  // set if the host gets no more requests
  };

  const Manners& manners_;
  const Clock::time_point end_;
  std::mutex mutex_;                   // a lock for the map
  std::map<std::string, Host> hosts_;  // hosts by name, with any port
  std::atomic<size_t> requests_ = 0;
};

}  // namespace web
