// Folder serve/: the development server: it builds the site, watches its files, builds again, and updates the browsers
// that have it open.
#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "build/build.h"
#include "io/file_system.h"
#include "serve/build_thread.h"
#include "serve/watch.h"

namespace serve {

struct Options {
  const io::FileSystem* site = nullptr;        // what is read; outlives serve()
  std::vector<std::filesystem::path> watched;  // the folders that it is on the disk
  uint16_t port = 8000;                        // 0 for any that is free
  std::string base_path = "/";                 // begins and ends with '/'
  build::Options build;
};

// Why it can't go on.
struct Stopped {
  std::string message;  // "" when it was told to stop
  std::string help;
};

// Told on the thread that called serve().
struct Listener {
  std::function<void(const std::string& address)> started;  // the first build has ended; where the site is
  // `changed`: how many files browsers would get anew. `is_first`: no build before it was good, so that no site was
  // shown.
  std::function<void(const Built& built, size_t changed, bool is_first)> built;
  std::function<void(const WatchProblem&)> problem;
};

// Until SIGINT, SIGTERM or SIGHUP, those that are not ignored, or until it can't go on. A build that still runs then is
// waited for, unless `abandon`, which is told the same that would be returned, ends the program. To be called before
// there are other threads, since signals go to all.
Stopped serve(const Options& options, const Listener& listener, const std::function<void(const Stopped&)>& abandon);

}  // namespace serve
