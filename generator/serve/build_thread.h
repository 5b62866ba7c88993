// Builds on another thread, one at a time, while requests are answered.
#pragma once
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

#include "base/diagnostic.h"
#include "io/descriptor.h"
#include "serve/answer.h"

namespace serve {

struct Built {
  base::Diagnostics diagnostics;
  std::shared_ptr<const void> sources_of_spans;  // the texts that diagnostics point into
  bool is_good = false;
  bool machine_failed = false;  // not a mistake of the site
  Files files;                  // of the last successful build
  size_t changed = 0;           // files, by this build
  size_t pages = 0;
  double seconds = 0;
};

class BuildThread {
 public:
  // Called by a build, at most once, with the files to show before it has ended.
  using Show = std::function<void(Files)>;
  // Both are called on the thread: `build`, and `afterwards` when the result is available.
  explicit BuildThread(std::function<Built(const Show&)> build, std::function<void()> afterwards = [] {});
  // Waits for a running build, which can't be stopped.
  ~BuildThread();
  BuildThread(const BuildThread&) = delete;
  BuildThread& operator=(const BuildThread&) = delete;

  bool is_busy() const { return is_busy_; }
  // REQUIRES: !is_busy()
  void start();
  // Readable when a result is available.
  int descriptor() const { return ready_.get(); }
  struct Taken {
    Files early;                 // to show while the build is running; empty for none
    std::optional<Built> built;  // its result, when it has ended
  };
  // Rethrows an exception of the build, or of `afterwards` after the previous build.
  Taken take();

 private:
  void work();
  void notify() const;

  const std::function<Built(const Show&)> build_;
  const std::function<void()> afterwards_;
  io::Descriptor ready_;
  bool is_busy_ = false;  // used only by the calling thread

  std::mutex mutex_;
  Files early_;
  std::optional<Built> built_;
  std::exception_ptr thrown_;
  std::thread thread_;
};

}  // namespace serve
