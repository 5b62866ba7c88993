// A task is a visit of a link, or the fetching of a robots.txt. It stands in the queue of the host that its next
// request goes to; a worker takes the first task of a host that nobody is asking and whose pause is over, asks, and
// puts it where it belongs next: a redirect may lead to another host's queue. A link whose authority's robots.txt is
// not known yet waits with it.
#include "web/crawl.h"

#include <fmt/format.h>
#include <signal.h>

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <exception>
#include <map>
#include <mutex>
#include <optional>
#include <thread>

#include "web/robots.h"

namespace web {
namespace {

using Clock = std::chrono::steady_clock;

constexpr size_t kMostRobotsRedirects = 5;  // RFC 9309, 2.3.1.2

struct Task {
  Visit visit;
  size_t question = 0;    // of a link
  std::string robots_of;  // the authority, of a robots.txt; "" of a link
  Ask ask;                // the next request
};

// An origin with its robots.txt.
struct Authority {
  bool is_asked = false, is_known = false;
  Robots robots;
  std::optional<Finding> failure;  // why nothing there may be asked
  std::vector<std::unique_ptr<Task>> waiting;
};

struct Host {
  std::deque<std::unique_ptr<Task>> queue;
  bool is_busy = false, was_asked = false;
  Clock::time_point next{};  // when it may be asked again
  std::chrono::milliseconds pause{0};
  std::optional<Finding> closed;  // it asked to be left alone
};

// A server that hangs up is a finding, and not the end of the program, as SIGPIPE would have it. Of this thread only:
// who reads the program's output may well end it.
void block_hang_ups() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
}

class Crawl {
 public:
  Crawl(const CrawlOptions& options, const OnFinding& on_finding, size_t questions)
      : options_(options), on_finding_(on_finding), open_(questions), end_(Clock::now() + options.most_time) {}

  void add(const Question& question, size_t index) {
    auto task = std::make_unique<Task>(Task{Visit(question, options_.limits), index, "", {}});
    task->ask = task->visit.next();
    enqueue(std::move(task));
  }

  void work(Client& client) {
    block_hang_ups();
    std::unique_lock lock(mutex_);
    while (open_ > 0 && !failed_) {
      Host* host = find_host(lock);
      if (!host) continue;
      std::unique_ptr<Task> task = std::move(host->queue.front());
      host->queue.pop_front();
      if (Clock::now() >= end_)
        fail(std::move(task), {Verdict::unchecked, "was not asked for: the time was over", "", {}});
      else
        ask(client, std::move(task), *host, lock);
      changed_.notify_all();
    }
  }

  CrawlCounts finish() {
    if (failed_) std::rethrow_exception(failed_);
    return counts_;
  }

 private:
  // The host that may be asked first, once it may; null when something changed meanwhile, or all is done.
  Host* find_host(std::unique_lock<std::mutex>& lock) {
    Host* first = nullptr;
    for (auto& [name, host] : hosts_)
      if (!host.is_busy && !host.queue.empty() && (!first || host.next < first->next)) first = &host;
    const Clock::time_point now = Clock::now();
    if (first && (first->next <= now || now >= end_)) return first;
    if (first)
      changed_.wait_until(lock, std::min(first->next, end_));
    else
      changed_.wait(lock);
    return nullptr;
  }

  // Without the lock while the server is waited for.
  void ask(Client& client, std::unique_ptr<Task> task, Host& host, std::unique_lock<std::mutex>& lock) {
    host.is_busy = true;
    if (!std::exchange(host.was_asked, true)) ++counts_.hosts;
    ++counts_.requests;
    lock.unlock();
    Answer answer;
    std::exception_ptr thrown;
    try {
      answer = client.ask(task->ask);
    } catch (...) {
      thrown = std::current_exception();
    }
    lock.lock();
    host.is_busy = false;
    host.next = Clock::now() + host.pause;
    try {
      if (thrown) std::rethrow_exception(thrown);
      handle(std::move(task), answer, host);
    } catch (...) {
      failed_ = std::current_exception();
    }
  }

  void enqueue(std::unique_ptr<Task> task) {
    Host& host = host_of(task->ask.url);
    if (host.closed) return fail(std::move(task), *host.closed);
    if (task->robots_of.empty() && !may_ask(task)) return;
    host.queue.push_back(std::move(task));
  }

  Host& host_of(const Url& url) {
    auto [at, is_new] = hosts_.try_emplace(url.host);
    if (is_new) at->second.pause = options_.pause;
    return at->second;
  }

  // False when the task was put elsewhere: it waits for the robots.txt, or that forbids it.
  bool may_ask(std::unique_ptr<Task>& task) {
    const std::string name = task->ask.url.authority();
    Authority& authority = authorities_[name];
    if (!authority.is_known) {
      const Url url = task->ask.url;
      authority.waiting.push_back(std::move(task));
      if (!std::exchange(authority.is_asked, true)) ask_for_robots(url);
      return false;
    }
    if (authority.failure) return fail(std::move(task), *authority.failure), false;
    if (!authority.robots.allows(task->ask.url.target)) {
      fail(std::move(task), {Verdict::unchecked, fmt::format("is not for programs, says {}/robots.txt", name), "", {}});
      return false;
    }
    if (authority.robots.crawl_delay()) slow_down(host_of(task->ask.url), *authority.robots.crawl_delay());
    return true;
  }

  void slow_down(Host& host, double seconds) {
    constexpr double kDay = 86400;
    const auto asked = std::chrono::milliseconds(static_cast<long>(std::min(seconds, kDay) * 1000));
    const auto longer = std::min(asked, options_.limits.most_wait) - host.pause;
    if (longer <= std::chrono::milliseconds::zero()) return;
    host.pause += longer;
    host.next += longer;
  }

  void ask_for_robots(Url url) {
    const std::string name = url.authority();
    url.target = "/robots.txt";
    url.fragment.clear();
    VisitLimits limits = options_.limits;
    limits.most_redirects = kMostRobotsRedirects;
    limits.most_html = Robots::kMostBytes;
    auto task = std::make_unique<Task>(Task{Visit({url, {}, true}, limits), 0, name, {}});
    task->ask = task->visit.next();
    enqueue(std::move(task));
  }

  void handle(std::unique_ptr<Task> task, const Answer& answer, Host& host) {
    const bool is_robots = !task->robots_of.empty();
    const Visit::Step step = task->visit.take(answer);
    switch (step) {
      case Visit::Step::ask:
        task->ask = task->visit.next();
        return enqueue(std::move(task));
      case Visit::Step::wait:
        host.next = Clock::now() + std::max(task->visit.wait(), host.pause);
        host.queue.push_front(std::move(task));
        return;
      case Visit::Step::closed:
        close(host, task->visit.finding());
        [[fallthrough]];
      case Visit::Step::done:
        if (is_robots)
          take_robots(*task, answer);
        else
          finish(*task, task->visit.finding());
    }
  }

  // Nothing more is asked of a host that asked for too long a wait.
  void close(Host& host, const Finding& finding) {
    host.closed = Finding{Verdict::unchecked, "was not asked for: another page of its host " + finding.what, "", {}};
    for (auto queue = std::exchange(host.queue, {}); std::unique_ptr<Task> & task : queue)
      fail(std::move(task), *host.closed);
  }

  // RFC 9309, 2.3.1: none there allows all; none to be had forbids all.
  void take_robots(const Task& task, const Answer& answer) {
    const Finding& found = task.visit.finding();
    Authority known;
    known.is_asked = known.is_known = true;
    if (answer.trouble != Trouble::none) {
      known.failure = found;
      if (found.verdict == Verdict::unreachable)
        known.failure->what += fmt::format(" (asked for {}/robots.txt)", task.robots_of);
    } else if (answer.status == 429 || answer.status >= 500) {
      known.failure = Finding{Verdict::unchecked,
                              fmt::format("was not asked for: {}/robots.txt answers {}, which forbids all",
                                          task.robots_of, status_text(answer.status)),
                              "",
                              {}};
    } else if (answer.status >= 200 && answer.status < 300) {
      known.robots = Robots::parse(answer.body, options_.product);
    }
    settle(task.robots_of, known);
    // One robots.txt that leads to another, as http: to https:, is an answer for both.
    const Url& end = task.ask.url;
    if (end.target == "/robots.txt" && !authorities_[end.authority()].is_asked) settle(end.authority(), known);
  }

  void settle(const std::string& name, const Authority& known) {
    Authority& authority = authorities_[name];
    auto waiting = std::exchange(authority.waiting, {});
    authority.is_asked = authority.is_known = true;
    authority.robots = known.robots;
    authority.failure = known.failure;
    for (std::unique_ptr<Task>& task : waiting) enqueue(std::move(task));
  }

  // A task that can't go on because of another one's finding.
  void fail(std::unique_ptr<Task> task, const Finding& why) {
    if (task->robots_of.empty()) return finish(*task, task->visit.give_up(why));
    Authority known;
    known.failure = why;
    settle(task->robots_of, known);
  }

  void finish(const Task& task, const Finding& finding) {
    on_finding_(task.question, finding);
    --open_;
  }

  const CrawlOptions& options_;
  const OnFinding& on_finding_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<std::string, Host> hosts_;  // by name, whatever the port
  std::map<std::string, Authority> authorities_;
  size_t open_;
  Clock::time_point end_;
  CrawlCounts counts_;
  std::exception_ptr failed_;
};

}  // namespace

CrawlCounts crawl(const std::vector<Question>& questions, const CrawlOptions& options, const MakeClient& make_client,
                  const OnFinding& on_finding) {
  Crawl state(options, on_finding, questions.size());
  for (size_t i = 0; i < questions.size(); ++i) state.add(questions[i], i);
  const size_t count = std::min<size_t>(std::max(options.connections, 1U), questions.size());
  std::vector<std::unique_ptr<Client>> clients;
  for (size_t i = 0; i < count; ++i) clients.push_back(make_client());
  std::vector<std::thread> workers;
  for (auto& client : clients) workers.emplace_back([&state, &client] { state.work(*client); });
  for (std::thread& worker : workers) worker.join();
  return state.finish();
}

}  // namespace web
