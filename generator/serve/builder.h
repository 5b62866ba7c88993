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
  bool is_good = false;                          // `changes` may be published
  bool machine_failed = false;                   // not a mistake of the site
  Changes changes;
  size_t pages = 0;
  double seconds = 0;
};

class Builder {
 public:
  // `build` is called on the thread.
  explicit Builder(std::function<Built()> build);
  // Waits for the build that runs, which can't be stopped.
  ~Builder();
  Builder(const Builder&) = delete;
  Builder& operator=(const Builder&) = delete;

  bool is_busy() const { return is_busy_; }
  // REQUIRES: !is_busy()
  void start();
  // Readable when a build has ended.
  int descriptor() const { return ended_.get(); }
  // REQUIRES: one has. What it threw is thrown.
  Built take();

 private:
  void work();

  const std::function<Built()> build_;
  io::Descriptor ended_;
  bool is_busy_ = false;  // of the thread that starts and takes

  std::mutex mutex_;
  std::condition_variable wanted_changed_;
  bool is_wanted_ = false, is_over_ = false;
  std::optional<Built> built_;
  std::exception_ptr thrown_;
  std::thread thread_;
};

}  // namespace serve
