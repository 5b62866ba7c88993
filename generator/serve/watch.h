// Changes in the folders that a site is made of, by inotify(7), or by looking at all files again and again where the
// system does not report changes. Folders below them are watched as they are created, moved and removed; except those
// with names that a build ignores (io/source_tree) and targets of symbolic links. Nothing else in the site's folder is
// watched, so that writing a build does not trigger another one.
#pragma once
#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/result.h"
#include "io/descriptor.h"

namespace serve {

using Time = std::chrono::steady_clock::time_point;

// A change of a file or folder of the site.
struct Event {
  enum class Kind {
    changed,  // it was renamed, removed, or written and closed
    begun,    // it is open and being written
  };
  Kind kind = Kind::changed;
  std::string path;
};

// When to build after files have changed: soon, but not while they are being written. When an editor saves a file there
// are several events within a millisecond, in a checkout thousands within a second; a copy over a slow network writes a
// file in parts.
class Settler {
 public:
  // The time without events before a build …
  static constexpr std::chrono::milliseconds kQuiet{4};
  // … while a file is being written …
  static constexpr std::chrono::milliseconds kQuietWhileOpen{250};
  // … and the longest time after the first event.
  static constexpr std::chrono::milliseconds kMaxDelay{500};

  void note(const Event& event, Time now);
  // When the next build should begin; nullopt if none is needed.
  std::optional<Time> due() const;
  // Call it when a build begins, which covers all events so far.
  void start();

 private:
  bool changed_ = false;
  Time first_, last_;
  std::set<std::string> open_;
};

// Why changes can't be watched, and how to fix it.
struct WatchProblem {
  std::string message;
  std::string help;
};

class Watcher {
 public:
  using Opened = base::Result<std::unique_ptr<Watcher>, WatchProblem>;
  // `roots` are folders with content/, data/ and templates/ in them, which may be missing.
  static Opened open(const std::vector<std::filesystem::path>& roots);
  // Opens a watcher that looks for changes every `interval` (poll.cc).
  static Opened poll(const std::vector<std::filesystem::path>& roots, std::chrono::milliseconds interval);
  virtual ~Watcher() = default;

  // Readable when there may be events.
  virtual int descriptor() const = 0;

  // Reports what has happened since the last call, without waiting. If the kernel lost events because they were too
  // many, an event without a path is reported instead. A folder that can't be watched is a problem, returned once; it
  // is tried again whenever something happens.
  virtual std::optional<WatchProblem> read(const std::function<void(Event)>& on_event) = 0;
  // A root that was removed or renamed since open(), or is below a folder that was.
  virtual std::optional<std::filesystem::path> gone_root() const = 0;
  virtual size_t folders() const = 0;  // how many are watched
};

}  // namespace serve
