#include "serve/serve.h"

#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/signalfd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <random>
#include <thread>
#include <utility>

#include "passes/write.h"
#include "serve/answer.h"
#include "serve/error_page.h"
#include "serve/http_server.h"

namespace serve {
namespace {

// The maximum number of consecutive builds that are stopped, or whose errors are not shown, because files have changed
// again. Then one runs to its end, so that other pages and errors are updated while somebody types.
constexpr int kMaxSkipped = 3;
// The number of pages that are rendered first.
constexpr size_t kMaxFirst = 3;

std::string random_name() {
  std::random_device random;
  return fmt::format("{:08x}{:08x}", random(), random());
}

bool is_ignored(int signal) {
  struct sigaction now = {};
  return ::sigaction(signal, nullptr, &now) == 0 && now.sa_handler == SIG_IGN;
}

// From now on, receives the signals that end the program on a descriptor, also in threads that are created later. A
// signal that was ignored before is still ignored, because nohup and shells start background processes that way.
class Signals {
 public:
  Signals() {
    sigemptyset(&wanted_);
    for (int number : {SIGINT, SIGTERM, SIGHUP})
      if (!is_ignored(number)) sigaddset(&wanted_, number);
    pthread_sigmask(SIG_BLOCK, &wanted_, &before_);
    file_.set(signalfd(-1, &wanted_, SFD_CLOEXEC | SFD_NONBLOCK));
  }
  ~Signals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  Signals(const Signals&) = delete;
  Signals& operator=(const Signals&) = delete;
  int descriptor() const { return file_.get(); }
  // Whether a signal was received. The signal does not end the program.
  bool take() const {
    signalfd_siginfo signal;
    return ::read(file_.get(), &signal, sizeof signal) == sizeof signal;
  }

 private:
  sigset_t wanted_ = {}, before_ = {};
  io::Descriptor file_;
};

// The time in which a browser shows a changed page. The rest of the build waits, because both need the processor.
constexpr std::chrono::milliseconds kFirstFrame(100);
constexpr std::chrono::milliseconds kStep(5);  // after which a stop ends the pause

// Builds the site in memory, so that site/ is not changed.
class Build {
 public:
  explicit Build(const Options& options) : builder_(*options.site, output_, without_pictures(options.build)) {}

  Built operator()(const BuildThread::Task& task) {
    auto begin = std::chrono::steady_clock::now();
    passes::Live live;
    live.stop = task.stop;
    live.pages = task.pages;
    live.show_page = [&](const pages::RenderedPage& page) {
      // If the page is new, others may have been removed, and a reader must see files of a single build.
      if (!shown_.contains(page.page->address)) return;
      Files files = files_of(page);
      const bool has_changed = std::any_of(files.begin(), files.end(), [&](const auto& file) {
        const auto shown = shown_.find(file.first);
        return shown == shown_.end() || *shown->second != *file.second;
      });
      task.show({std::move(files), {}});
      if (!has_changed) return;
      const auto pause = std::chrono::steady_clock::now();
      while (std::chrono::steady_clock::now() < pause + kFirstFrame && !*task.stop) std::this_thread::sleep_for(kStep);
      begin += std::chrono::steady_clock::now() - pause;  // the pause is not part of the build time
    };
    live.show_errors = [&](const base::Diagnostics& errors) { task.show({{}, mistakes_html(errors)}); };
    passes::Report report = builder_.build(live);
    Built built;
    built.is_stopped = report.is_stopped;
    if (built.is_stopped) return built;
    built.is_good = !report.machine_failed && !report.diagnostics.has_errors();
    built.machine_failed = report.machine_failed;
    if (built.is_good) {
      Files files = output_.snapshot();
      files.erase(std::string(passes::kManifest));  // the manifest is not a file of the site
      built.changed = changed_files(shown_, files).size();
      shown_ = std::move(files);
    }
    built.files = shown_;
    built.pages = report.pages;
    built.diagnostics = std::move(report.diagnostics);
    built.sources_of_spans = std::move(report.sources_of_spans);
    built.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return built;
  }

  // Prepares the next build. Call it after a build, when there is time.
  void get_ready() { builder_.get_ready(); }

 private:
  // Pictures take longer than everything else, so each is drawn when a browser requests it (serve/answer.cc).
  static passes::Options without_pictures(passes::Options options) {
    options.draws_pictures = false;
    return options;
  }

  static Files files_of(const pages::RenderedPage& page) {
    Files files{{page.page->address, std::make_shared<const std::string>(page.html)}};
    for (const auto& [address, bytes] : page.files) files[address] = std::make_shared<const std::string>(bytes);
    return files;
  }

  io::MemoryFileSystem output_;
  passes::Builder builder_;
  Files shown_;  // files of the last successful build; empty before the first
};

// Returns the host in an address that a browser on this machine can open.
std::string shown_host(const std::string& host) {
  if (host == "0.0.0.0" || host == "::") return "localhost";
  return host.find(':') == std::string::npos ? host : "[" + host + "]";
}

// The time before connections are accepted again after the system had no descriptor for one.
constexpr std::chrono::seconds kRetryAccept(1);

class Loop {
 public:
  Loop(const Options& options, const Listener& listener, HttpServer& server, Watcher& watcher)
      : options_(options),
        listener_(listener),
        server_(server),
        watcher_(watcher),
        answers_(random_name(), options.allowed_hosts),
        build_(options),
        thread_([this](const BuildThread::Task& task) { return build_(task); }, [this] { build_.get_ready(); }) {}

  // Runs until a signal is received.
  Stopped run(const Signals& signals) {
    start();
    while (true) {
      std::vector<pollfd> files{
          {signals.descriptor(), POLLIN, 0}, {watcher_.descriptor(), POLLIN, 0}, {thread_.descriptor(), POLLIN, 0}};
      const size_t fixed = files.size();
      if (is_shown_) server_.wait_for(files);  // requests wait until then
      if (::poll(files.data(), files.size(), timeout()) < 0 && errno != EINTR)
        return {fmt::format("the server failed: {}", std::strerror(errno)), ""};
      if (files[0].revents && signals.take()) return {};
      if (files.size() > fixed)
        server_.work(files.data() + fixed, [this](const Request& request) { return answers_.answer(request); });
      if (files[1].revents) see();
      if (watcher_.is_root_gone())
        return {fmt::format("{} was removed, or it or a folder above it was renamed", options_.root.string()),
                "start the server again in the new location"};
      if (files[2].revents) take();
      if (const auto due = next_build(); due && *due <= std::chrono::steady_clock::now()) {
        if (thread_.is_busy()) {
          thread_.stop();
          is_stopping_ = true;
        } else {
          start();
        }
      }
    }
  }

  bool is_building() const { return thread_.is_busy(); }

 private:
  // Returns the milliseconds for poll(2) until the next build or retry, rounded up; -1 if there is neither.
  int timeout() const {
    const Time now = std::chrono::steady_clock::now();
    std::optional<Time> due = next_build();
    if (!server_.has_room()) due = std::min(due.value_or(Time::max()), now + kRetryAccept);
    if (!due) return -1;
    return std::max(0, static_cast<int>(std::chrono::ceil<std::chrono::milliseconds>(*due - now).count()));
  }

  // Returns when a build is to begin, or the running one to be stopped for it; nullopt if neither is needed.
  std::optional<Time> next_build() const {
    const bool may_stop = is_shown_ && !is_stopping_ && skipped_ < kMaxSkipped;
    return thread_.is_busy() && !may_stop ? std::nullopt : settler_.due();
  }

  void start() {
    settler_.start();
    is_stopping_ = false;
    // A page that is being reloaded does not listen at this moment.
    std::vector<std::string> pages;
    for (const std::string& page : server_.listening_pages())
      if (std::find(pages.begin(), pages.end(), page) == pages.end()) pages.push_back(page);
    const std::string& last = answers_.last_page();
    if (!last.empty() && std::find(pages.begin(), pages.end(), last) == pages.end()) pages.insert(pages.begin(), last);
    pages.resize(std::min(pages.size(), kMaxFirst));
    thread_.start(std::move(pages));
  }

  void see() {
    const Time now = std::chrono::steady_clock::now();
    const auto problem = watcher_.read([&](const Event& event) { settler_.note(event, now); });
    // The removal of a root is reported separately.
    if (problem && !watcher_.is_root_gone()) listener_.problem(*problem);
  }

  void show(const Early& early) {
    if (!early.files.empty() && answers_.update(early.files)) {
      server_.broadcast(answers_.site_event(true));
      was_early_ = true;
    }
    if (early.mistakes) show_mistakes(*early.mistakes);
  }

  void show_mistakes(markup::SafeHtml html) {
    answers_.show_mistakes(std::move(html));
    server_.broadcast(answers_.mistakes_event());
  }

  void publish(const Files& files) {
    if (files.empty()) return;
    const bool has_changed = answers_.publish(files);
    // An early event is always followed by another event, for pages that were changed in place.
    if (std::exchange(was_early_, false) || has_changed) server_.broadcast(answers_.site_event());
  }

  void take() {
    const BuildThread::Taken taken = thread_.take();
    show(taken.early);
    if (taken.built) end(*taken.built);
  }

  void end(const Built& built) {
    // If files have changed since the build began, its errors are shown only if they remain.
    const bool is_outdated = built.is_stopped || (!built.is_good && settler_.due());
    if (is_outdated && is_shown_ && ++skipped_ <= kMaxSkipped) return;
    skipped_ = 0;
    publish(built.files);
    listener_.built(built, !was_good_);
    was_good_ = was_good_ || built.is_good;
    show_mistakes(built.is_good ? markup::SafeHtml() : mistakes_html(built.diagnostics));
    if (!std::exchange(is_shown_, true))
      listener_.started(fmt::format("http://{}:{}/", shown_host(options_.host), server_.port()));
  }

  const Options& options_;
  const Listener& listener_;
  HttpServer& server_;
  Watcher& watcher_;
  Settler settler_;
  Answers answers_;
  Build build_;
  BuildThread thread_;
  bool is_shown_ = false;     // whether a site or its errors are shown
  bool was_good_ = false;     // whether at least one build succeeded
  bool was_early_ = false;    // whether the last event about files was an early one
  bool is_stopping_ = false;  // whether the running build was stopped
  int skipped_ = 0;
};

}  // namespace

Stopped serve(const Options& options, const Listener& listener, const std::function<void(const Stopped&)>& abandon) {
  const Signals signals;
  auto server = HttpServer::listen(options.port, options.host);
  if (!server && server.error() == EADDRINUSE)
    return {fmt::format("port {} is already in use", options.port),
            fmt::format("choose another: --port {}, or --port 0 for any free one",
                        options.port == 65535 ? 8000 : options.port + 1)};
  if (!server) {
    const bool is_low = server.error() == EACCES && options.port < 1024;
    if (server.error() == EADDRNOTAVAIL || server.error() == EINVAL)
      return {fmt::format("\"{}\" is not an IP address of this machine", options.host),
              "use one of its addresses, or 0.0.0.0 for all"};
    return {fmt::format("can't listen on {}, port {}: {}", options.host, options.port, std::strerror(server.error())),
            is_low ? "choose one above 1023: lower ones are reserved for system services" : ""};
  }
  auto watcher = options.poll ? Watcher::poll(options.root, *options.poll) : Watcher::open(options.root);
  if (!watcher) return {watcher.error().message, watcher.error().help};
  Loop loop(options, listener, **server, **watcher);
  Stopped stopped = loop.run(signals);
  if (loop.is_building()) abandon(stopped);
  return stopped;
}

}  // namespace serve
