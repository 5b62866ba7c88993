// Runs builds on another thread, one at a time, while requests are answered.
#pragma once
#include <atomic>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "base/diagnostic.h"
#include "io/descriptor.h"
#include "serve/answer.h"

namespace serve {

struct Built {
  base::Diagnostics diagnostics;
  std::shared_ptr<const void> sources_of_spans;  // the texts that diagnostics point into
  bool is_good = false;
  bool machine_failed = false;  // whether the machine failed, which is not a mistake of the site
  bool is_stopped = false;      // whether the build was stopped; then nothing else is known
  Files files;                  // files of the last successful build
  size_t changed = 0;           // number of files that this build changed
  size_t pages = 0;
  double seconds = 0;
};

// What is known before a build has ended.
struct Early {
  Files files;                               // changed files of the pages that are looked at
  std::optional<markup::SafeHtml> mistakes;  // errors of these pages
};

class BuildThread {
 public:
  struct Task {
    std::vector<std::string> pages;  // addresses of the pages that are looked at
    std::function<void(Early)> show;
    const std::atomic<bool>* stop = nullptr;  // whether the build should end, because its result is no longer needed
  };
  // Both arguments are called on the thread: `build`, and then `afterwards` when the result is available, unless the
  // build was stopped, because then the next one begins at once.
  explicit BuildThread(std::function<Built(const Task&)> build, std::function<void()> afterwards = [] {});
  // Stops a running build, and waits for it.
  ~BuildThread();
  BuildThread(const BuildThread&) = delete;
  BuildThread& operator=(const BuildThread&) = delete;

  bool is_busy() const { return is_busy_; }
  // REQUIRES: !is_busy()
  void start(std::vector<std::string> pages = {});
  // Asks a running build to end.
  void stop() { stop_ = true; }
  // Readable when a result is available.
  int descriptor() const { return ready_.get(); }
  struct Taken {
    Early early;                 // what to show while the build is running
    std::optional<Built> built;  // the build's result, when it has ended
  };
  // Returns and removes the results. Rethrows an exception of the build or of `afterwards`.
  Taken take();

 private:
  void work(std::vector<std::string> pages);

  const std::function<Built(const Task&)> build_;
  const std::function<void()> afterwards_;
  io::Descriptor ready_;
  bool is_busy_ = false;  // whether a build is running; only the calling thread uses it
  std::atomic<bool> stop_ = false;

  std::mutex mutex_;
  Early early_;
  std::optional<Built> built_;
  std::exception_ptr thrown_;
  std::thread thread_;
};

}  // namespace serve
