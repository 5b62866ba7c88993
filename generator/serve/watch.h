// What changes in the folders that a site is made of, as the kernel tells it (inotify(7)). Folders below them are
// watched as they come, move and go. Names that a build passes over (io/source_tree) are not; symbolic links are not
// followed; nothing else of the site's folder is watched, so that what a build writes calls for no other.
#pragma once
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "io/descriptor.h"
#include "serve/settle.h"

namespace serve {

// Why changes can't be seen, and what to do about it.
struct WatchProblem {
  std::string message;
  std::string help;
};

class Watcher {
 public:
  // `roots` are folders with content/, data/ and templates/ in them, which may be missing.
  static base::Result<std::unique_ptr<Watcher>, WatchProblem> open(const std::vector<std::filesystem::path>& roots);
  ~Watcher();

  // Readable when something happened.
  int descriptor() const;

  // Hands over what has happened since; it does not wait. When the kernel lost events because they were too many, all
  // folders are looked up again, and one event without a path stands for what was lost. A problem does not end the
  // watching of what is watched; it is told once of a folder, which is tried again whenever something happens.
  std::optional<WatchProblem> read(const std::function<void(Event)>& tell);
  // A root that is not what it was when it was opened: it was removed, or it or a folder above it has another name.
  std::optional<std::filesystem::path> gone_root() const;
  size_t folders() const;  // how many are watched

 private:
  Watcher();
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace serve
