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

bool is_passed_over(std::string_view name) { return name.starts_with('.') || name.ends_with('~'); }

bool is_source(std::string_view name) {
  return std::find(std::begin(kFolders), std::end(kFolders), name) != std::end(kFolders);
}

std::string limit_of(const char* name) {
  std::ifstream file(std::string("/proc/sys/fs/inotify/") + name);
  std::string number;
  file >> number;
  return number;
}

WatchProblem problem_of(const std::string& path, int error) {
  if (error == ENOSPC)
    return {
        fmt::format("{} can't be watched: this user may watch no more folders at once (fs.inotify.max_user_watches is "
                    "{})",
                    path, limit_of("max_user_watches")),
        "end other programs that watch many files, such as editors, or raise the limit: "
        "sudo sysctl fs.inotify.max_user_watches=524288"};
  if (error == EMFILE)
    return {fmt::format(
                "files can't be watched: too many programs of this user do so (fs.inotify.max_user_instances is {})",
                limit_of("max_user_instances")),
            "end some of them, or raise the limit: sudo sysctl fs.inotify.max_user_instances=512"};
  return {fmt::format("{} can't be watched: {}", path, std::strerror(error)), ""};
}

}  // namespace

class Watcher::State {
 public:
  explicit State(std::vector<fs::path> roots) : roots_(std::move(roots)) {}

  // All from the beginning: of what was watched, who knows what is still there, and under which name?
  std::optional<WatchProblem> look_up() {
    folders_.clear();
    watches_.clear();
    problem_.reset();
    inotify_.set(inotify_init1(IN_NONBLOCK | IN_CLOEXEC));
    if (!inotify_.is_open()) return problem_of("", errno);
    for (const fs::path& root : roots_) {
      const int watch = inotify_add_watch(inotify_.get(), root.c_str(), kRootEvents);
      if (watch < 0) {
        keep_problem(problem_of(root.string(), errno));
        continue;
      }
      remember(watch, root.string(), 0);
      for (const char* folder : kFolders) add(root.string() + "/" + folder, 1);
    }
    return std::move(problem_);
  }

  std::optional<WatchProblem> read(const std::function<void(Event)>& tell) {
    alignas(inotify_event) std::array<char, 65536> buffer;
    problem_.reset();
    bool lost = false;
    while (true) {
      const ssize_t size = ::read(inotify_.get(), buffer.data(), buffer.size());
      if (size < 0 && errno == EINTR) continue;
      if (size <= 0) break;
      for (size_t at = 0; at < static_cast<size_t>(size);) {
        inotify_event event;
        std::memcpy(&event, buffer.data() + at, sizeof event);
        const char* name = event.len > 0 ? buffer.data() + at + sizeof event : "";
        at += sizeof event + event.len;
        if (event.mask & IN_Q_OVERFLOW)
          lost = true;
        else
          take(event, name, tell);
      }
    }
    if (!lost) return std::move(problem_);
    tell({Event::Kind::changed, ""});
    return look_up();
  }

  int descriptor() const { return inotify_.get(); }
  bool root_is_gone() const { return root_is_gone_; }
  size_t folders() const { return folders_.size(); }

 private:
  struct Folder {
    std::string path;
    size_t depth = 0;  // 0 for a root
  };

  void keep_problem(WatchProblem problem) {
    if (!problem_) problem_ = std::move(problem);
  }

  // A folder that is watched already has the same number, and perhaps another name by now.
  void remember(int watch, std::string path, size_t depth) {
    if (const auto known = folders_.find(watch); known != folders_.end()) watches_.erase(known->second.path);
    watches_[path] = watch;
    folders_[watch] = {std::move(path), depth};
  }

  // Watches a folder and all below it. The watch comes first, then the look at what is there: so whatever is made
  // meanwhile is found by one of the two. One that is gone by then was renamed or removed, which is told apart.
  void add(const std::string& path, size_t depth) {
    if (depth > kDeepest) return;
    const int watch = inotify_add_watch(inotify_.get(), path.c_str(), kEvents);
    if (watch < 0) {
      if (errno != ENOENT && errno != ENOTDIR && errno != ELOOP) keep_problem(problem_of(path, errno));
      return;
    }
    remember(watch, path, depth);
    const std::unique_ptr<DIR, int (*)(DIR*)> folder(::opendir(path.c_str()), ::closedir);
    if (!folder) {
      if (errno != ENOENT) keep_problem({fmt::format("{} can't be watched: {}", path, std::strerror(errno)), ""});
      return;
    }
    while (const dirent* entry = ::readdir(folder.get())) {
      const std::string_view name = entry->d_name;
      if (is_passed_over(name) || (entry->d_type != DT_DIR && entry->d_type != DT_UNKNOWN)) continue;
      add(path + "/" + std::string(name), depth + 1);
    }
  }

  void forget(const std::string& path) {
    const std::string below = path + "/";
    auto at = watches_.lower_bound(path);
    while (at != watches_.end() && (at->first == path || at->first < below || at->first.starts_with(below))) {
      if (at->first != path && !at->first.starts_with(below)) {
        ++at;  // "a-b", which stands between "a" and "a/b"
        continue;
      }
      inotify_rm_watch(inotify_.get(), at->second);
      folders_.erase(at->second);
      at = watches_.erase(at);
    }
  }

  void take(const inotify_event& event, std::string_view name, const std::function<void(Event)>& tell) {
    const auto found = folders_.find(event.wd);
    if (found == folders_.end()) return;  // one that was forgotten
    const Folder folder = found->second;
    if (folder.depth == 0 && (event.mask & (IN_DELETE_SELF | IN_MOVE_SELF | IN_IGNORED | IN_UNMOUNT))) {
      root_is_gone_ = true;
      return;
    }
    if (event.mask & (IN_IGNORED | IN_UNMOUNT)) {  // the kernel forgets it, since it is gone
      const auto watch = watches_.find(folder.path);
      if (watch != watches_.end() && watch->second == event.wd) watches_.erase(watch);
      folders_.erase(event.wd);
      return;
    }
    if (folder.depth == 0 ? !is_source(name) : is_passed_over(name)) return;
    const std::string path = name.empty() ? folder.path : folder.path + "/" + std::string(name);
    if (event.mask & IN_ISDIR) {
      if (event.mask & IN_MOVED_FROM) forget(path);
      if (event.mask & (IN_CREATE | IN_MOVED_TO)) add(path, folder.depth + 1);
    }
    // A file that was just made is empty until whoever made it has written it.
    const bool begun = (event.mask & (IN_MODIFY | IN_CREATE)) && !(event.mask & IN_ISDIR);
    tell({begun ? Event::Kind::begun : Event::Kind::changed, path});
  }

  const std::vector<fs::path> roots_;
  io::Descriptor inotify_;
  std::unordered_map<int, Folder> folders_;
  std::map<std::string, int> watches_;   // by path
  std::optional<WatchProblem> problem_;  // the first of a round
  bool root_is_gone_ = false;
};

Watcher::Watcher() = default;
Watcher::~Watcher() = default;

base::Result<std::unique_ptr<Watcher>, WatchProblem> Watcher::open(std::vector<fs::path> roots) {
  std::unique_ptr<Watcher> watcher(new Watcher);
  watcher->state_ = std::make_unique<State>(std::move(roots));
  if (auto problem = watcher->state_->look_up()) return base::Failure{*problem};
  return watcher;
}

int Watcher::descriptor() const { return state_->descriptor(); }
std::optional<WatchProblem> Watcher::read(const std::function<void(Event)>& tell) { return state_->read(tell); }
bool Watcher::root_is_gone() const { return state_->root_is_gone(); }
size_t Watcher::folders() const { return state_->folders(); }

}  // namespace serve
