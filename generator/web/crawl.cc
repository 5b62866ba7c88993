#include "web/crawl.h"

#include <fmt/format.h>
#include <pthread.h>
#include <signal.h>

#include <algorithm>
#include <future>
#include <set>

namespace web {
namespace {

Finding visit(const Url& url, const CrawlOptions& options, Fetcher& fetcher, Client& client) {
  Request request{url, true};
  Finding finding;
  std::set<std::string> redirecting;
  bool is_permanent = true;
  const auto end = [&](Verdict verdict, std::string what) {
    if (!redirecting.empty()) what += fmt::format(" (after a redirect to {})", request.url.text());
    return Finding{verdict, std::move(what), ""};
  };
  while (true) {
    const Fetched fetched = fetcher.fetch(client, request);
    const int status = fetched ? fetched.value().status : 0;
    if (fetched && !fetched.value().location.empty()) {
      const auto to = parse_url(fetched.value().location);
      if (!to)
        return end(to.error().has_credentials ? Verdict::unchecked : Verdict::gone,
                   "redirects to an address that " + to.error().why);
      redirecting.insert(request.url.text());
      is_permanent = is_permanent && (status == 301 || status == 308);
      if (is_permanent) finding.moved_to = to.value().full_text();
      if (redirecting.contains(to.value().text())) return end(Verdict::unreachable, "redirects in a loop");
      if (redirecting.size() > options.max_redirects)
        return end(Verdict::unreachable, fmt::format("redirects more than {} times", options.max_redirects));
      request.url = to.value();
    } else if (status >= 200 && status < 300) {
      finding.verdict = Verdict::fine;
      return finding;
    } else if (request.head && (fetched || fetched.error().verdict == Verdict::unreachable)) {
      request.head = false;  // servers that don't support HEAD answer in many ways, some with 404
    } else if (!fetched) {
      return end(fetched.error().verdict, fetched.error().what);
    } else if (status == 404 || status == 410) {
      return end(Verdict::gone, fmt::format("answers {}", status));
    } else {
      const bool is_refusal = (status >= 400 && status < 500) || status >= 600;
      return end(is_refusal ? Verdict::unchecked : Verdict::unreachable, fmt::format("answers {}", status));
    }
  }
}

// Prevents SIGPIPE from ending the program when a server closes the connection. Blocks it only for this thread, because
// writing to a closed standard output should still end the program.
void block_sigpipe() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
}

}  // namespace

size_t crawl(const std::vector<Url>& urls, const CrawlOptions& options, const MakeClient& make_client,
             const OnFinding& on_finding) {
  std::map<std::string, std::vector<size_t>> by_host;
  for (size_t i = 0; i < urls.size(); ++i) by_host[urls[i].host].push_back(i);
  std::vector<const std::vector<size_t>*>
      hosts;  // sorted by number of links, the largest last, because they take longest and are started first
  for (const auto& [host, links] : by_host) hosts.push_back(&links);
  std::ranges::stable_sort(hosts, {}, [](auto* links) { return links->size(); });

  Fetcher fetcher(options.manners);
  std::mutex mutex;
  const auto work = [&] {
    block_sigpipe();
    const std::unique_ptr<Client> client = make_client();
    std::unique_lock lock(mutex);
    while (!hosts.empty()) {
      const std::vector<size_t>& links = *hosts.back();
      hosts.pop_back();
      for (size_t url : links) {
        lock.unlock();
        const Finding finding = visit(urls[url], options, fetcher, *client);
        lock.lock();
        on_finding(url, finding);
      }
    }
  };
  std::vector<std::future<void>> workers(std::min<size_t>(std::max(options.connections, 1U), hosts.size()));
  for (auto& worker : workers) worker = std::async(std::launch::async, work);
  for (auto& worker : workers) worker.get();
  return fetcher.requests();
}

}  // namespace web
