// Runs builds on another thread, one at a time, while requests are answered.
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
  bool machine_failed = false;  // whether the machine failed, which is not a mistake of the site
  Files files;                  // files of the last successful build
  size_t changed = 0;           // number of files that this build changed
  size_t pages = 0;
  double seconds = 0;
};

class BuildThread {
 public:
  // A build calls this at most once, with the files to show before it has ended.
  using Show = std::function<void(Files)>;
  // Both arguments are called on the thread: `build`, and then `afterwards` when the result is available.
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
    Files early;                 // files to show while the build is running; may be empty
    std::optional<Built> built;  // the build's result, when it has ended
  };
  // Returns and removes the results. Rethrows an exception of the build or of `afterwards`.
  Taken take();

 private:
  void work();

  const std::function<Built(const Show&)> build_;
  const std::function<void()> afterwards_;
  io::Descriptor ready_;
  bool is_busy_ = false;  // whether a build is running; only the calling thread uses it

  std::mutex mutex_;
  Files early_;
  std::optional<Built> built_;
  std::exception_ptr thrown_;
  std::thread thread_;
};

}  // namespace serve
