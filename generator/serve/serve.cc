#include "serve/serve.h"

#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/random.h>
#include <sys/signalfd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <optional>
#include <thread>
#include <utility>

#include "build/builder.h"
#include "build/write.h"
#include "serve/answer.h"
#include "serve/error_page.h"
#include "serve/http_server.h"
#include "serve/settle.h"
#include "serve/staged.h"
#include "site/url.h"

namespace serve {
namespace {

// How often a build whose mistakes may come of files that were changing while it read them is kept to itself.
constexpr int kMostKept = 3;

std::string random_name() {
  uint64_t number = 0;
  if (getrandom(&number, sizeof number, 0) != sizeof number)
    number = static_cast<uint64_t>(std::chrono::system_clock::now().time_since_epoch().count());
  return fmt::format("{:016x}", number);
}

bool is_ignored(int signal) {
  struct sigaction now = {};
  return ::sigaction(signal, nullptr, &now) == 0 && now.sa_handler == SIG_IGN;
}

// The signals that end the program as something that can be read, from here on and in threads that are made later. One
// that was ignored before stays so: nohup and shells start what is to go on that way.
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
  // Whether one has come; it has done its work then, and does not end the program by itself.
  bool take() const {
    signalfd_siginfo signal;
    return ::read(file_.get(), &signal, sizeof signal) == sizeof signal;
  }

 private:
  sigset_t wanted_ = {}, before_ = {};
  io::Descriptor file_;
};

// What a browser needs to show a page that it has been told of. The rest of a build waits for that long, since both
// want the processor, and nobody waits for the rest.
constexpr std::chrono::milliseconds kFirstFrame(40);

// "Build this site now, and tell what files changed and which mistakes there are": all that serve/ knows of building.
class Build {
 public:
  explicit Build(const Options& options) : builder_(*options.site, output_, without_pictures(options.build)) {}

  Built operator()(const BuildThread::Show& show) {
    auto begin = std::chrono::steady_clock::now();
    std::vector<std::string> early;
    const build::Preview preview = [&](const std::vector<pages::RenderedPage>& pages) {
      Changes changes = changes_of(pages);
      for (const auto& [address, bytes] : changes) early.push_back(address);
      if (changes.empty()) return;
      show(std::move(changes));
      std::this_thread::sleep_for(kFirstFrame);
      begin += kFirstFrame;  // which is no part of what the build took
    };
    build::Report report = builder_.build(is_shown_ ? preview : build::Preview());
    Built built;
    built.is_good = !report.machine_failed && !report.diagnostics.has_errors();
    built.machine_failed = report.machine_failed;
    if (built.is_good) {
      built.changes = output_.take_changes();
      if (!is_shown_) built.changes = output_.everything();
    } else {
      output_.discard_changes();
      for (const std::string& address : early) built.changes.emplace(address, output_.at(address));
    }
    built.changes.erase(std::string(build::kManifest));  // no address of the site
    is_shown_ = is_shown_ || built.is_good;
    built.pages = report.pages;
    built.diagnostics = std::move(report.diagnostics);
    built.sources_of_spans = std::move(report.sources_of_spans);
    built.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return built;
  }

  // When a build has been told of: the next save will be waited for.
  void get_ready() { builder_.get_ready(); }

 private:
  // Pictures take longer to draw than all else, so each is drawn when a browser requests it (serve/answer.cc).
  static build::Options without_pictures(build::Options options) {
    options.draws_pictures = false;
    return options;
  }

  // Of pages that were rendered now: they are what somebody waits for. Nothing where one is new: then others may be
  // gone, and a reader is to see one build or the next.
  Changes changes_of(const std::vector<pages::RenderedPage>& pages) const {
    Changes changes;
    auto add = [&](const std::string& address, const std::string& bytes) {
      const Bytes before = output_.at(address);
      if (!before || *before != bytes) changes.emplace(address, std::make_shared<const std::string>(bytes));
    };
    for (const pages::RenderedPage& page : pages) {
      if (page.is_kept || page.html.empty()) continue;
      if (!output_.at(page.page->address)) return {};
      add(page.page->address, page.html);
      for (const auto& [address, bytes] : page.files) add(address, bytes);
    }
    return changes;
  }

  StagedFiles output_;
  build::Builder builder_;
  bool is_shown_ = false;
};

// When a connection that the system had no descriptor for is tried again.
constexpr std::chrono::seconds kUntilRoom(1);

class Loop {
 public:
  Loop(const Options& options, const Listener& listener, HttpServer& server, Watcher& watcher)
      : options_(options),
        listener_(listener),
        server_(server),
        watcher_(watcher),
        answers_(options.base_path, random_name()),
        build_(options),
        thread_([this](const BuildThread::Show& show) { return build_(show); }, [this] { build_.get_ready(); }) {}

  // Until a signal comes.
  Stopped run(const Signals& signals) {
    start();
    while (true) {
      std::vector<pollfd> files{
          {signals.descriptor(), POLLIN, 0}, {watcher_.descriptor(), POLLIN, 0}, {thread_.descriptor(), POLLIN, 0}};
      const size_t fixed = files.size();
      if (is_shown_) server_.wait_for(files);  // until then whoever asks waits
      if (::poll(files.data(), files.size(), timeout()) < 0 && errno != EINTR)
        return {fmt::format("the server can't go on: {}", std::strerror(errno)), ""};
      if (files[0].revents && signals.take()) return {};
      if (files.size() > fixed)
        server_.work(files.data() + fixed, [this](const Request& request) { return answers_.answer(request); });
      if (files[1].revents) see();
      if (const auto gone = watcher_.gone_root())
        return {
            fmt::format("{} is gone: it was removed, or it or a folder above it has another name now", gone->string()),
            "start again where it is"};
      if (files[2].revents) take();
      const std::optional<Time> due = settler_.due();
      if (!thread_.is_busy() && due && *due <= std::chrono::steady_clock::now()) start();
    }
  }

  bool is_building() const { return thread_.is_busy(); }

 private:
  // Milliseconds until something is to be done though nothing happens, rounded up; -1 for none.
  int timeout() const {
    const Time now = std::chrono::steady_clock::now();
    std::optional<Time> due = thread_.is_busy() ? std::nullopt : settler_.due();
    if (!server_.has_room()) due = std::min(due.value_or(Time::max()), now + kUntilRoom);
    if (!due) return -1;
    return std::max(0, static_cast<int>(std::chrono::ceil<std::chrono::milliseconds>(*due - now).count()));
  }

  void start() {
    settler_.start();
    thread_.start();
  }

  void see() {
    const Time now = std::chrono::steady_clock::now();
    const auto problem = watcher_.read([&](const Event& event) { settler_.note(event, now); });
    // That a root can't be watched since it is gone is told as that.
    if (problem && !watcher_.gone_root()) listener_.problem(*problem);
  }

  void publish(const Changes& changes, bool is_early) {
    if (changes.empty()) return;
    answers_.publish(changes);
    server_.broadcast(answers_.site_event(is_early));
  }

  void take() {
    const BuildThread::Taken taken = thread_.take();
    publish(taken.early, true);
    if (taken.built) end(*taken.built);
  }

  void end(const Built& built) {
    publish(built.changes, false);
    // Mistakes of files that have changed since are told when they last.
    if (!built.is_good && settler_.due() && ++kept_ <= kMostKept && is_shown_) return;
    kept_ = 0;
    listener_.built(built, built.changes.size(), !was_good_);
    was_good_ = was_good_ || built.is_good;
    answers_.show_mistakes(built.is_good ? markup::SafeHtml() : mistakes_html(built.diagnostics));
    server_.broadcast(answers_.mistakes_event());
    if (!std::exchange(is_shown_, true))
      listener_.started(fmt::format("http://127.0.0.1:{}{}", server_.port(), site::encode_path(options_.base_path)));
  }

  const Options& options_;
  const Listener& listener_;
  HttpServer& server_;
  Watcher& watcher_;
  Settler settler_;
  Answers answers_;
  Build build_;
  BuildThread thread_;
  bool is_shown_ = false;  // a site, or its mistakes
  bool was_good_ = false;  // a build so far
  int kept_ = 0;
};

}  // namespace

Stopped serve(const Options& options, const Listener& listener, const std::function<void(const Stopped&)>& abandon) {
  const Signals signals;
  auto server = HttpServer::listen(options.port);
  if (!server && server.error() == EADDRINUSE)
    return {fmt::format("port {} of this machine is taken by another program", options.port),
            fmt::format("name another, such as {}, or 0 for any that is free",
                        options.port == 65535 ? 8000 : options.port + 1)};
  if (!server) {
    const bool is_low = server.error() == EACCES && options.port < 1024;
    return {fmt::format("port {} can't be served: {}", options.port, std::strerror(server.error())),
            is_low ? "name one above 1023: lower ones are for the machine's own services" : ""};
  }
  auto watcher = Watcher::open(options.watched);
  if (!watcher) return {watcher.error().message, watcher.error().help};
  Loop loop(options, listener, **server, **watcher);
  Stopped stopped = loop.run(signals);
  if (loop.is_building()) abandon(stopped);
  return stopped;
}

}  // namespace serve
