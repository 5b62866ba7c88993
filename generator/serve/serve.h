// Folder serve/: the development server, which builds and watches the site, and updates the browsers that show it.
#pragma once
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "io/file_system.h"
#include "passes/build.h"
#include "serve/build_thread.h"
#include "serve/watch.h"

namespace serve {

struct Options {
  const io::FileSystem* site = nullptr;    // the sources; must outlive serve()
  std::filesystem::path root;              // the site's folder on disk
  uint16_t port = 8000;                    // the port; 0 means any free one
  std::string host = "127.0.0.1";          // an IP address of this machine, or of all its interfaces
  std::vector<std::string> allowed_hosts;  // names of this machine, besides local ones
  // The interval at which to look for changes; nullopt lets the system report them.
  std::optional<std::chrono::milliseconds> poll;
  passes::Options build;
};

// The reason why the server ended.
struct Stopped {
  std::string message;  // the error; "" after a signal
  std::string help;
};

// Callbacks on the thread that called serve().
struct Listener {
  // Called after the first build, with the address of the site.
  std::function<void(const std::string& address)> started;
  // `is_first` is true if no earlier build was successful, so that no site was shown.
  std::function<void(const Built& built, bool is_first)> built;
  std::function<void(const WatchProblem&)> problem;
};

// Runs until an error, or until SIGINT, SIGTERM or SIGHUP, unless these are ignored. Then calls `abandon` with the
// result, which may end the program, and waits for a running build. REQUIRES: no other threads exist, because they
// would receive the signals.
Stopped serve(const Options& options, const Listener& listener, const std::function<void(const Stopped&)>& abandon);

}  // namespace serve
