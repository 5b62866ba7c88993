#include "web/fetcher.h"

#include <fmt/format.h>

#include <algorithm>
#include <thread>

namespace web {
namespace {

constexpr unsigned kMaxRobotsRedirects = 5;  // RFC 9309, 2.3.1.2
constexpr unsigned kMaxTries = 2;            // the greatest number of tries, if a server requests to try again later
constexpr unsigned kMaxRefused = 3;          // the greatest number of pages in a row that a server refuses after a wait
constexpr std::chrono::seconds kDefaultWait{5}, kDay{86400};

// Returns how long a server requests to wait.
std::optional<std::chrono::seconds> requested_wait(const Answer& answer) {
  const bool has_wait = answer.retry_after.count() != 0;
  if (answer.status != 429 && !(answer.status == 503 && has_wait)) return std::nullopt;
  return has_wait ? std::min(answer.retry_after, kDay) : kDefaultWait;
}

}  // namespace

Fetched Fetcher::fetch(Client& client, const Request& request) {
  const RobotsFile file = robots_of(client, request.url, 0);
  if (!file) return base::Failure{file.error()};
  if (!file.value().allows(request.url.target))
    return failed(Verdict::unchecked, fmt::format("is forbidden by {}/robots.txt", request.url.origin));
  return send(client, request, file.value().crawl_delay());
}

Fetched Fetcher::send(Client& client, const Request& request, double crawl_delay) {
  std::unique_lock lock_hosts(mutex_);
  Host& host = hosts_[request.url.host];
  lock_hosts.unlock();
  const std::lock_guard lock(host.mutex);
  const double delay = std::min(crawl_delay, std::chrono::duration<double>(manners_.max_wait).count());
  const auto pause = std::max(manners_.pause, std::chrono::milliseconds(static_cast<long>(delay * 1000)));
  for (unsigned tries = 1; !host.closed; ++tries) {
    std::this_thread::sleep_until(std::min(std::max(host.last + pause, host.not_before), end_));
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

// Returns the robots.txt of an origin. If it redirects to another origin's file, that is requested only once for both.
Fetcher::RobotsFile Fetcher::robots_of(Client& client, const Url& url, unsigned redirects) {
  Request request{url, false, Robots::kMaxBytes};
  if (redirects == 0) request.url.target = "/robots.txt";
  const bool is_stored = request.url.target == "/robots.txt";
  if (is_stored) {
    const std::lock_guard lock(mutex_);
    if (const auto known = robots_.find(url.origin); known != robots_.end()) return known->second;
  }
  const Fetched answer = send(client, request, 0);
  const bool is_redirect = answer && !answer.value().location.empty() && redirects < kMaxRobotsRedirects;
  const auto to = parse_url(is_redirect ? answer.value().location : "");
  RobotsFile file = to ? robots_of(client, to.value(), redirects + 1) : judge(request.url, answer);
  const std::lock_guard lock(mutex_);
  if (is_stored) robots_.insert_or_assign(url.origin, file);
  return file;
}

// Applies RFC 9309, 2.3.1: a file that does not exist allows everything; one that can't be read forbids everything.
Fetcher::RobotsFile Fetcher::judge(const Url& url, const Fetched& answer) const {
  if (answer && answer.value().status >= 200 && answer.value().status < 300)
    return Robots::parse(answer.value().body, manners_.product);
  if (answer && answer.value().status < 500) return Robots();
  Finding failure =
      answer ? Finding{Verdict::unchecked, fmt::format("answers {}", answer.value().status), ""} : answer.error();
  if (failure.verdict == Verdict::unchecked || failure.verdict == Verdict::unreachable)
    failure.what = fmt::format("was not requested: {} {}", url.text(), failure.what);
  return base::Failure{failure};
}

}  // namespace web
