#include "web/fetcher.h"

#include <fmt/format.h>

#include <algorithm>
#include <thread>

namespace web {
namespace {

constexpr unsigned kMaxTries = 2;    // the greatest number of tries, if a server requests to try again later
constexpr unsigned kMaxRefused = 3;  // the greatest number of pages in a row that a server refuses after a wait
constexpr std::chrono::seconds kDefaultWait{5}, kDay{86400};

// Returns how long a server requests to wait.
std::optional<std::chrono::seconds> requested_wait(const Answer& answer) {
  const bool has_wait = answer.retry_after.count() != 0;
  if (answer.status != 429 && !(answer.status == 503 && has_wait)) return std::nullopt;
  return has_wait ? std::min(answer.retry_after, kDay) : kDefaultWait;
}

}  // namespace

Fetched Fetcher::fetch(Client& client, const Request& request) {
  std::unique_lock lock_hosts(mutex_);
  Host& host = hosts_[request.url.host];
  lock_hosts.unlock();
  const std::lock_guard lock(host.mutex);
  for (unsigned tries = 1; !host.closed; ++tries) {
    std::this_thread::sleep_until(std::min(std::max(host.last + manners_.pause, host.not_before), end_));
    if (Clock::now() >= end_) return failed(Verdict::unchecked, "was not requested: the time limit was reached");
    ++requests_;
    Fetched answer = client.send(request);
    host.last = Clock::now();
    const auto wait = answer ? requested_wait(*answer) : std::nullopt;
    if (!wait) {
      host.refused = 0;
      return answer;
    }
    host.not_before = host.last + *wait;
    if (*wait <= manners_.max_wait && tries < kMaxTries) continue;
    const std::string what = tries < kMaxTries
                                 ? fmt::format("answers {} and asks to wait for {} s", answer->status, wait->count())
                                 : fmt::format("answers {}, again after a wait", answer->status);
    if (*wait > manners_.max_wait || ++host.refused >= kMaxRefused)
      host.closed = Finding{Verdict::unchecked, "was not requested: another page of its host " + what, ""};
    return failed(Verdict::unchecked, what);
  }
  return base::Failure{*host.closed};
}

}  // namespace web
