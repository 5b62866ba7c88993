// Watches the folders of a site for changes, with inotify(7), or by scanning all files repeatedly if the system does
// not report changes. Subfolders are watched as they are created, moved and removed, except those with names that a
// build ignores (io/source_tree) and targets of symbolic links. Nothing else in the site's folder is watched, so that
// writing a build does not trigger another one.
#pragma once
#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "base/result.h"
#include "io/descriptor.h"

namespace serve {

using Time = std::chrono::steady_clock::time_point;

// A change to a file or folder of the site.
struct Event {
  enum class Kind {
    changed,  // the file was renamed, removed, or written and closed
    begun,    // the file is open and being written
  };
  Kind kind = Kind::changed;
  std::string path;
};

// Decides when to build after files have changed: soon, but not while they are being written. An editor that saves a
// file causes several events within a millisecond, a checkout causes thousands within a second, and a copy over a slow
// network writes a file in parts.
class Settler {
 public:
  // The time without events before a build.
  static constexpr std::chrono::milliseconds kQuiet{4};
  // The time without events while a file is being written.
  static constexpr std::chrono::milliseconds kQuietWhileOpen{250};
  // The longest time from the first event to a build.
  static constexpr std::chrono::milliseconds kMaxDelay{500};

  void note(const Event& event, Time now);
  // Returns when the next build should begin; nullopt if none is needed.
  std::optional<Time> due() const;
  // Call this when a build begins, which covers all events so far.
  void start();

 private:
  bool changed_ = false;
  Time first_, last_;
  std::set<std::string> open_;
};

// The reason why changes can't be watched, and how to fix it.
struct WatchProblem {
  std::string message;
  std::string help;
};

class Watcher {
 public:
  using Opened = base::Result<std::unique_ptr<Watcher>, WatchProblem>;
  // Opens a watcher. `root` is a folder that contains content/, data/ and templates/, each of which may be missing.
  static Opened open(const std::filesystem::path& root);
  // Opens a watcher that looks for changes every `interval`.
  static Opened poll(const std::filesystem::path& root, std::chrono::milliseconds interval);
  virtual ~Watcher() = default;

  // Readable when there may be events.
  virtual int descriptor() const = 0;

  // Reports all changes since the last call, without waiting. If there were so many events that the kernel lost some,
  // reports an event without a path instead. A folder that can't be watched is returned as a problem once; watching it
  // is tried again whenever something happens.
  virtual std::optional<WatchProblem> read(const std::function<void(Event)>& on_event) = 0;
  // Whether the root, or a folder above it, was removed or renamed since open().
  virtual bool is_root_gone() const = 0;
  virtual size_t folders() const = 0;  // returns the number of watched folders
};

}  // namespace serve
