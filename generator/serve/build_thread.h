// Builds on a thread of its own, one build at a time, while requests are answered.
#pragma once
#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

#include "base/diagnostic.h"
#include "io/descriptor.h"
#include "serve/published.h"

namespace serve {

// What a build came to.
struct Built {
  base::Diagnostics diagnostics;
  std::shared_ptr<const void> sources_of_spans;  // what diagnostics point into
  bool is_good = false;
  bool machine_failed = false;  // not a mistake of the site
  Changes changes;              // to be published; of a build that is not good, what takes back what was shown early
  size_t pages = 0;
  double seconds = 0;
};

class BuildThread {
 public:
  // Called by a build, once or never: what is to be shown before it has ended.
  using Show = std::function<void(Changes)>;
  // Both are called on the thread: `build`, and `afterwards` when what it came to has been told; what that throws, the
  // next build does.
  explicit BuildThread(std::function<Built(const Show&)> build, std::function<void()> afterwards = [] {});
  // Waits for the build that runs, which can't be stopped.
  ~BuildThread();
  BuildThread(const BuildThread&) = delete;
  BuildThread& operator=(const BuildThread&) = delete;

  bool is_busy() const { return is_busy_; }
  // REQUIRES: !is_busy()
  void start();
  // Readable when there is something to take.
  int descriptor() const { return ready_.get(); }
  struct Taken {
    Changes early;               // to be shown while the build goes on
    std::optional<Built> built;  // what it came to, when it has ended
  };
  // What it threw is thrown.
  Taken take();

 private:
  void work();
  void tell() const;  // the thread that takes

  const std::function<Built(const Show&)> build_;
  const std::function<void()> afterwards_;
  io::Descriptor ready_;
  bool is_busy_ = false;  // of the thread that starts and takes

  std::mutex mutex_;
  std::condition_variable wanted_changed_;
  bool is_wanted_ = false, is_over_ = false;
  Changes early_;
  std::optional<Built> built_;
  std::exception_ptr thrown_;
  std::thread thread_;
};

}  // namespace serve
