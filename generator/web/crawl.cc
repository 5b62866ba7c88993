#include "web/crawl.h"

#include <fmt/format.h>
#include <pthread.h>
#include <signal.h>

#include <algorithm>
#include <future>
#include <set>

#include "web/anchors.h"

namespace web {
namespace {

constexpr size_t kSmallBody = 4096;  // of pages without anchors to look for

Finding visit(const Question& question, const CrawlOptions& options, Fetcher& fetcher, Client& client) {
  const bool needs_body = !question.anchors.empty();
  Request request{question.url, !needs_body, needs_body ? options.max_html : kSmallBody};
  Finding finding;
  std::set<std::string> redirecting;
  bool is_permanent = true;
  const auto end = [&](Verdict verdict, std::string what) {
    if (!redirecting.empty()) what += fmt::format(" (after a redirect to {})", request.url.text());
    return Finding{verdict, std::move(what), "", {}};
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
      if (redirecting.contains(to.value().text())) return end(Verdict::unreachable, "redirects in a circle");
      if (redirecting.size() > options.max_redirects)
        return end(Verdict::unreachable, fmt::format("redirects more than {} times", options.max_redirects));
      request.url = to.value();
    } else if (status >= 200 && status < 300) {
      const Answer& page = fetched.value();
      for (const std::string& anchor : question.anchors)
        if (is_html(page.content_type) && !page.is_cut && !has_anchor(page.body, anchor))
          finding.missing_anchors.push_back(anchor);
      finding.verdict = Verdict::fine;
      return finding;
    } else if (request.head && (fetched || fetched.error().verdict == Verdict::unreachable)) {
      request.head = false;  // servers that don't support HEAD say so in many ways, with 404 too
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

// A server that closes the connection must not end the program by SIGPIPE. Of this thread only: writing to the
// program's closed output may well end it.
void block_sigpipe() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
}

}  // namespace

size_t crawl(const std::vector<Question>& questions, const CrawlOptions& options, const MakeClient& make_client,
             const OnFinding& on_finding) {
  std::map<std::string, std::vector<size_t>> by_host;
  for (size_t i = 0; i < questions.size(); ++i) by_host[questions[i].url.host].push_back(i);
  std::vector<const std::vector<size_t>*> hosts;  // those with most links last: they take longest and begin first
  for (const auto& [host, links] : by_host) hosts.push_back(&links);
  std::stable_sort(hosts.begin(), hosts.end(), [](auto* a, auto* b) { return a->size() < b->size(); });

  Fetcher fetcher(options.manners);
  std::mutex mutex;
  const auto work = [&] {
    block_sigpipe();
    const std::unique_ptr<Client> client = make_client();
    std::unique_lock lock(mutex);
    while (!hosts.empty()) {
      const std::vector<size_t>& links = *hosts.back();
      hosts.pop_back();
      for (size_t question : links) {
        lock.unlock();
        const Finding finding = visit(questions[question], options, fetcher, *client);
        lock.lock();
        on_finding(question, finding);
      }
    }
  };
  std::vector<std::future<void>> workers(std::min<size_t>(std::max(options.connections, 1U), hosts.size()));
  for (auto& worker : workers) worker = std::async(std::launch::async, work);
  for (auto& worker : workers) worker.get();
  return fetcher.requests();
}

}  // namespace web
