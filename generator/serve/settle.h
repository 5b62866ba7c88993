// When to build after files have changed: soon, but not while they are being written. An editor's save is several
// events within a millisecond; a checkout is thousands within a second; a copy over a slow network holds a file half
// written.
#pragma once
#include <chrono>
#include <optional>
#include <set>
#include <string>

namespace serve {

using Time = std::chrono::steady_clock::time_point;

// Something that happened to a file or folder of the site.
struct Event {
  enum class Kind {
    changed,  // is as it will be for now: renamed, removed, written and closed
    begun,    // somebody has it open, and writes
  };
  Kind kind = Kind::changed;
  std::string path;
};

class Settler {
 public:
  // After the last event, this long nothing happens before a build …
  static constexpr std::chrono::milliseconds kQuiet{4};
  // … while somebody still has a file open, this long …
  static constexpr std::chrono::milliseconds kQuietWhileOpen{250};
  // … and however much happens, no longer than this after the first.
  static constexpr std::chrono::milliseconds kMost{500};

  void note(const Event& event, Time now);
  // When the next build should begin; nothing while there is no need of one.
  std::optional<Time> due() const;
  // A build begins, which sees all that has happened.
  void start();

 private:
  bool changed_ = false;
  Time first_, last_;
  std::set<std::string> open_;
};

}  // namespace serve
