// Folder serve/: the development server: it builds the site, watches its files, builds again, and updates the browsers
// that have it open.
#pragma once
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "build/build.h"
#include "io/file_system.h"
#include "serve/build_thread.h"
#include "serve/watch.h"

namespace serve {

struct Options {
  const io::FileSystem* site = nullptr;           // the sources; outlives serve()
  std::vector<std::filesystem::path> watched;     // its folders on disk
  uint16_t port = 8000;                           // 0 for any free port
  std::string host = "127.0.0.1";                 // an IP address of this machine, or of all its interfaces
  std::vector<std::string> allowed_hosts;         // names of this machine, besides local ones
  std::optional<std::chrono::milliseconds> poll;  // how often to look for changes; nullopt to be notified of them
  std::string base_path = "/";                    // begins and ends with '/'
  // Whether the site's folder is still where its symbolic links lead; asked every second. Empty for no links.
  std::function<bool()> is_current;
  build::Options build;
};

// Why the server ended.
struct Stopped {
  std::string message;  // "" after a signal
  std::string help;
  bool is_outdated = false;  // the site's folder is another one now
};

// Called on the thread that called serve().
struct Listener {
  std::function<void(const std::string& address)> started;  // the first build has ended; the address of the site
  // `is_first`: no earlier build was successful, so no site was shown.
  std::function<void(const Built& built, bool is_first)> built;
  std::function<void(const WatchProblem&)> problem;
};

// Runs until an error, or until SIGINT, SIGTERM or SIGHUP unless they are ignored. Then calls `abandon` with the
// result, which may end the program, and waits for a running build. REQUIRES: no other threads exist yet, since they
// would get the signals
Stopped serve(const Options& options, const Listener& listener, const std::function<void(const Stopped&)>& abandon);

}  // namespace serve
