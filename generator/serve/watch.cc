#include "serve/watch.h"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/inotify.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <unordered_map>
#include <utility>

#include "io/source_tree.h"

namespace serve {
namespace {

namespace fs = std::filesystem;

constexpr const char* kFolders[] = {"content", "data", "templates"};
constexpr size_t kDeepest = 33;  // levels; a build refuses deeper ones (io/source_tree)

// Not IN_OPEN, IN_ACCESS and IN_CLOSE_NOWRITE: a build reads, and would call for the next.
constexpr uint32_t kEvents = IN_CREATE | IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB | IN_MOVED_FROM | IN_MOVED_TO |
                             IN_DELETE | IN_ONLYDIR | IN_DONT_FOLLOW | IN_EXCL_UNLINK;
constexpr uint32_t kRootEvents =
    IN_CREATE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR;

bool is_source(std::string_view name) {
  return std::find(std::begin(kFolders), std::end(kFolders), name) != std::end(kFolders);
}

std::string limit_of(const char* name) {
  std::ifstream file(std::string("/proc/sys/fs/inotify/") + name);
  std::string number;
  file >> number;
  return number;
}

bool is_gone(int error) { return error == ENOENT || error == ENOTDIR || error == ELOOP; }

WatchProblem problem_of(const std::string& path, int error) {
  if (error == ENOSPC)
    return {
        fmt::format("{} can't be watched: this user may watch no more folders at once (fs.inotify.max_user_watches is "
                    "{})",
                    path, limit_of("max_user_watches")),
        "end other programs that watch many files, such as editors, or raise the limit: "
        "sudo sysctl fs.inotify.max_user_watches=524288"};
  const bool is_closed = error == EACCES;
  return {fmt::format("{} can't be watched: {}", path, std::strerror(error)),
          is_closed ? "make it readable for you (chmod u+rx), or move it out of the site" : ""};
}

WatchProblem problem_of_all(int error) {
  if (error != EMFILE) return problem_of("the site", error);
  return {
      fmt::format("files can't be watched: too many programs of this user do so (fs.inotify.max_user_instances is {})",
                  limit_of("max_user_instances")),
      "end some of them, or raise the limit: sudo sysctl fs.inotify.max_user_instances=512"};
}

}  // namespace

class Watcher::State {
 public:
  std::optional<WatchProblem> open(const std::vector<fs::path>& roots) {
    inotify_.set(inotify_init1(IN_NONBLOCK | IN_CLOEXEC));
    if (!inotify_.is_open()) return problem_of_all(errno);
    for (const fs::path& path : roots) {
      struct stat found = {};
      if (::stat(path.c_str(), &found) != 0) return problem_of(path.string(), errno);
      roots_.push_back({path, found.st_dev, found.st_ino});
    }
    return look_up();
  }

  std::optional<WatchProblem> read(const std::function<void(Event)>& tell) {
    if (take_all(tell)) {
      watch_what_is_wanted(tell);
      return std::exchange(problem_, std::nullopt);
    }
    tell({Event::Kind::changed, ""});
    return look_up();
  }

  int descriptor() const { return inotify_.get(); }
  size_t folders() const { return folders_.size(); }

  std::optional<fs::path> gone_root() const {
    if (removed_root_) return removed_root_;
    for (const Root& root : roots_)
      if (!is_there(root)) return root.path;
    return std::nullopt;
  }

 private:
  struct Root {
    fs::path path;
    dev_t device = 0;
    ino_t inode = 0;
  };
  struct Folder {
    std::string path;
    size_t depth = 0;  // 0 for a root
  };
  struct Wanted {
    size_t depth = 0;
    bool is_told = false;  // that it can't be watched
  };

  static bool is_there(const Root& root) {
    struct stat now = {};
    if (::stat(root.path.c_str(), &now) != 0) return !is_gone(errno);
    return now.st_dev == root.device && now.st_ino == root.inode;
  }

  void keep_problem(WatchProblem problem) {
    if (!problem_) problem_ = std::move(problem);
  }

  // All from the beginning: of what was watched, who knows what is still there, and under which name? With the same
  // descriptor, since the system may refuse another.
  std::optional<WatchProblem> look_up() {
    const auto before = std::exchange(folders_, {});
    watches_.clear();
    for (const Root& root : roots_) {
      const std::string path = root.path.string();
      const int watch = inotify_add_watch(inotify_.get(), path.c_str(), kRootEvents);
      if (watch < 0) {
        keep_problem(problem_of(path, errno));
        continue;
      }
      remember(watch, path, 0);
      for (const char* folder : kFolders) add(path + "/" + folder, 1);
    }
    for (const auto& [watch, folder] : before)
      if (!folders_.contains(watch)) inotify_rm_watch(inotify_.get(), watch);
    return std::exchange(problem_, std::nullopt);
  }

  // A folder has one descriptor, and a descriptor one folder. One that is watched already has the same descriptor, and
  // perhaps another name by now; what had its name before has another, or none.
  void remember(int watch, const std::string& path, size_t depth) {
    if (const auto known = folders_.find(watch); known != folders_.end()) watches_.erase(known->second.path);
    if (const auto older = watches_.find(path); older != watches_.end()) drop(older);
    watches_[path] = watch;
    folders_[watch] = {path, depth};
  }

  // Watches a folder and all below it. One that can't be watched is tried again later.
  void add(const std::string& path, size_t depth) {
    const int error = depth > kDeepest ? 0 : watch(path, depth);
    if (error == 0 || is_gone(error)) {  // renamed or removed, which is told apart
      wanted_.erase(path);
      return;
    }
    Wanted& wanted = wanted_[path];
    wanted.depth = depth;
    if (!std::exchange(wanted.is_told, true)) keep_problem(problem_of(path, error));
  }

  // The watch comes first, then the look at what is there: so whatever is made meanwhile is found by one of the two.
  // Gives back an errno, or 0.
  int watch(const std::string& path, size_t depth) {
    const int watch = inotify_add_watch(inotify_.get(), path.c_str(), kEvents);
    if (watch < 0) return errno;
    remember(watch, path, depth);
    const std::unique_ptr<DIR, int (*)(DIR*)> folder(::opendir(path.c_str()), ::closedir);
    if (!folder) return errno;
    while (const dirent* entry = ::readdir(folder.get())) {
      const std::string_view name = entry->d_name;
      if (io::is_passed_over(name) || (entry->d_type != DT_DIR && entry->d_type != DT_UNKNOWN)) continue;
      add(path + "/" + std::string(name), depth + 1);
    }
    return 0;
  }

  using Watches = std::map<std::string, int>;

  Watches::iterator drop(Watches::iterator at) {
    inotify_rm_watch(inotify_.get(), at->second);
    folders_.erase(at->second);
    return watches_.erase(at);
  }

  void forget(const std::string& path) {
    const std::string below = path + "/";
    auto at = watches_.lower_bound(path);
    while (at != watches_.end() && (at->first == path || at->first < below || at->first.starts_with(below))) {
      const bool is_within = at->first == path || at->first.starts_with(below);
      at = is_within ? drop(at) : std::next(at);  // "a-b", which stands between "a" and "a/b"
    }
  }

  // All that has happened; false when the kernel lost some of it.
  bool take_all(const std::function<void(Event)>& tell) {
    alignas(inotify_event) std::array<char, 65536> buffer;
    bool is_whole = true;
    while (true) {
      const ssize_t size = ::read(inotify_.get(), buffer.data(), buffer.size());
      if (size < 0 && errno == EINTR) continue;
      if (size <= 0) return is_whole;
      for (size_t at = 0; at < static_cast<size_t>(size);) {
        inotify_event event;
        std::memcpy(&event, buffer.data() + at, sizeof event);
        const char* name = event.len > 0 ? buffer.data() + at + sizeof event : "";
        at += sizeof event + event.len;
        if (event.mask & IN_Q_OVERFLOW)
          is_whole = false;
        else
          take(event, name, tell);
      }
    }
  }

  void take(const inotify_event& event, std::string_view name, const std::function<void(Event)>& tell) {
    const auto found = folders_.find(event.wd);
    if (found == folders_.end()) return;  // one that was forgotten
    const Folder folder = found->second;
    if (event.mask & (IN_IGNORED | IN_UNMOUNT)) {  // the kernel forgets it, since it is gone
      if (folder.depth == 0) removed_root_ = folder.path;
      watches_.erase(folder.path);
      folders_.erase(found);
      return;
    }
    if (folder.depth == 0 ? !is_source(name) : io::is_passed_over(name)) return;
    const std::string path = name.empty() ? folder.path : folder.path + "/" + std::string(name);
    if (event.mask & IN_ISDIR) {
      if (event.mask & IN_MOVED_FROM) forget(path);
      if (event.mask & (IN_CREATE | IN_MOVED_FROM | IN_MOVED_TO)) wanted_.try_emplace(path, folder.depth + 1);
    }
    // A file that was just made is empty until whoever made it has written it.
    const bool begun = (event.mask & (IN_MODIFY | IN_CREATE)) && !(event.mask & IN_ISDIR);
    tell({begun ? Event::Kind::begun : Event::Kind::changed, path});
  }

  // Looks at folders when all is told that has happened to them: of two that were exchanged, each would be taken for
  // the other halfway.
  void watch_what_is_wanted(const std::function<void(Event)>& tell) {
    for (const auto& [path, wanted] : std::map(wanted_)) {
      add(path, wanted.depth);
      if (wanted.is_told && !wanted_.contains(path)) tell({Event::Kind::changed, path});
    }
  }

  std::vector<Root> roots_;
  std::optional<fs::path> removed_root_;  // another folder may have its number by now
  io::Descriptor inotify_;
  std::unordered_map<int, Folder> folders_;
  Watches watches_;                       // by path
  std::map<std::string, Wanted> wanted_;  // by path: folders that have come, and those that can't be watched
  std::optional<WatchProblem> problem_;   // the first of a round
};

Watcher::Watcher() = default;
Watcher::~Watcher() = default;

base::Result<std::unique_ptr<Watcher>, WatchProblem> Watcher::open(const std::vector<fs::path>& roots) {
  std::unique_ptr<Watcher> watcher(new Watcher);
  watcher->state_ = std::make_unique<State>();
  if (auto problem = watcher->state_->open(roots)) return base::Failure{*problem};
  return watcher;
}

int Watcher::descriptor() const { return state_->descriptor(); }
std::optional<WatchProblem> Watcher::read(const std::function<void(Event)>& tell) { return state_->read(tell); }
std::optional<fs::path> Watcher::gone_root() const { return state_->gone_root(); }
size_t Watcher::folders() const { return state_->folders(); }

}  // namespace serve
