#include "serve/watch.h"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <map>
#include <system_error>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "io/source_tree.h"
#include "passes/store.h"
#include "site/shared_data.h"

namespace serve {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMaxDepth = 33;  // number of levels; a build refuses deeper ones (io/source_tree)

// IN_OPEN, IN_ACCESS and IN_CLOSE_NOWRITE are missing, because the reads of a build would trigger the next build.
constexpr uint32_t kEvents = IN_CREATE | IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB | IN_MOVED_FROM | IN_MOVED_TO |
                             IN_DELETE | IN_ONLYDIR | IN_DONT_FOLLOW | IN_EXCL_UNLINK;
constexpr uint32_t kRootEvents =
    IN_CREATE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR;

bool is_source(std::string_view name) { return std::ranges::count(passes::site_folders(), name) > 0; }

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
        "close other programs that watch many files, such as editors, or raise the limit: "
        "sudo sysctl fs.inotify.max_user_watches=524288"};
  const bool is_closed = error == EACCES;
  return {fmt::format("{} can't be watched: {}", path, std::strerror(error)),
          is_closed ? "make it readable (chmod u+rx), or move it out of the site" : ""};
}

WatchProblem problem_of_all(int error) {
  if (error != EMFILE) return problem_of("the site", error);
  return {fmt::format("files can't be watched: this user already runs too many programs that watch files "
                      "(fs.inotify.max_user_instances is {})",
                      limit_of("max_user_instances")),
          "close some of them, or raise the limit: sudo sysctl fs.inotify.max_user_instances=512"};
}

// Returns the folders of a site, also those that its settings name.
std::vector<fs::path> folders_of(const fs::path& root) {
  std::vector<fs::path> folders;
  for (const std::string& folder : passes::site_folders()) folders.push_back(root / folder);
  std::ifstream settings(root / "data/site.json");
  const std::string text(std::istreambuf_iterator<char>(settings), {});
  for (const std::string& folder : site::included_folders_of(text)) folders.push_back(root / folder);
  const std::string shared = site::shared_data_of(text);
  if (!shared.empty()) folders.push_back((root / shared).lexically_normal());
  return folders;
}

class Inotify final : public Watcher {
 public:
  std::optional<WatchProblem> start(const fs::path& root) {
    root_ = root.string();
    inotify_.set(inotify_init1(IN_NONBLOCK | IN_CLOEXEC));
    if (!inotify_.is_open()) return problem_of_all(errno);
    if (::stat(root_.c_str(), &at_start_) != 0) return problem_of(root_, errno);
    scan();
    return std::exchange(problem_, std::nullopt);
  }

  std::optional<WatchProblem> read(const std::function<void(Event)>& on_event) override {
    const bool is_complete = read_events(on_event);
    if (!is_complete) on_event({Event::Kind::changed, ""});
    if (!is_complete || has_moved_ || !unwatched_.empty())
      for (const std::string& path : scan()) on_event({Event::Kind::changed, path});
    return std::exchange(problem_, std::nullopt);
  }

  int descriptor() const override { return inotify_.get(); }
  size_t folders() const override { return folders_.size(); }

  bool is_root_gone() const override {
    if (is_root_removed_) return true;
    struct stat now = {};
    if (::stat(root_.c_str(), &now) != 0) return is_gone(errno);
    return now.st_dev != at_start_.st_dev || now.st_ino != at_start_.st_ino;
  }

 private:
  struct Folder {
    std::string path;
    bool is_root = false;
  };

  // Rescans all folders under their current names; inotify returns the same descriptor for a folder that is already
  // watched. Returns the folders that could not be watched before but can be now.
  std::set<std::string> scan() {
    has_moved_ = false;
    const auto before = std::exchange(folders_, {});
    std::set<std::string> unwatched = std::exchange(unwatched_, {});
    if (const int watch = add_watch(root_, kRootEvents, unwatched); watch >= 0) {
      if (root_watch_ >= 0 && root_watch_ != watch) is_root_removed_ = true;  // the folder at this path was replaced
      root_watch_ = watch;
      folders_[watch] = {root_, true};
      for (const fs::path& folder : folders_of(root_)) add(folder.string(), 1, unwatched);
    }
    for (const auto& [watch, folder] : before)
      if (!folders_.contains(watch)) inotify_rm_watch(inotify_.get(), watch);
    for (const std::string& path : unwatched_) unwatched.erase(path);
    return unwatched;
  }

  // Watches a path. Returns -1 for a folder that can't be watched, which is reported once.
  int add_watch(const std::string& path, uint32_t events, const std::set<std::string>& reported) {
    const int watch = inotify_add_watch(inotify_.get(), path.c_str(), events);
    if (watch < 0) note_unwatched(path, errno, reported);
    return watch;
  }

  void note_unwatched(const std::string& path, int error, const std::set<std::string>& reported) {
    if (is_gone(error)) return;  // an event reports the removal
    unwatched_.insert(path);
    if (!problem_ && !reported.contains(path)) problem_ = problem_of(path, error);
  }

  // Watches a folder and all folders below it. Adds the watch before listing the folder, so that files created
  // meanwhile are not missed.
  void add(const std::string& path, size_t depth, const std::set<std::string>& reported) {
    if (depth > kMaxDepth) return;
    const int watch = add_watch(path, kEvents, reported);
    if (watch < 0) return;
    folders_[watch] = {path, false};
    const std::unique_ptr<DIR, int (*)(DIR*)> folder(::opendir(path.c_str()), ::closedir);
    if (!folder) return note_unwatched(path, errno, reported);
    while (const dirent* entry = ::readdir(folder.get())) {
      const std::string_view name = entry->d_name;
      if (io::is_ignored(name) || (entry->d_type != DT_DIR && entry->d_type != DT_UNKNOWN)) continue;
      add(path + "/" + std::string(name), depth + 1, reported);
    }
  }

  // Reads all events. Returns false if the kernel lost some.
  bool read_events(const std::function<void(Event)>& on_event) {
    alignas(inotify_event) std::array<char, 65536> buffer;
    bool is_complete = true;
    while (true) {
      const ssize_t size = ::read(inotify_.get(), buffer.data(), buffer.size());
      if (size < 0 && errno == EINTR) continue;
      if (size <= 0) return is_complete;
      for (size_t at = 0; at < static_cast<size_t>(size);) {
        inotify_event event;
        std::memcpy(&event, buffer.data() + at, sizeof event);
        const char* name = event.len > 0 ? buffer.data() + at + sizeof event : "";
        at += sizeof event + event.len;
        if (event.mask & IN_Q_OVERFLOW)
          is_complete = false;
        else
          handle(event, name, on_event);
      }
    }
  }

  void handle(const inotify_event& event, std::string_view name, const std::function<void(Event)>& on_event) {
    const auto found = folders_.find(event.wd);
    if (found == folders_.end()) return;  // the folder is no longer watched
    const Folder& folder = found->second;
    if (event.mask & (IN_IGNORED | IN_UNMOUNT)) {  // the folder was removed
      is_root_removed_ |= folder.is_root;
      folders_.erase(found);
      return;
    }
    if (folder.is_root ? !is_source(name) : io::is_ignored(name)) return;
    const bool is_folder = (event.mask & IN_ISDIR) != 0;
    has_moved_ |= is_folder;
    // A file that was just created is empty until it is written.
    const bool begun = (event.mask & (IN_MODIFY | IN_CREATE)) && !is_folder;
    on_event({begun ? Event::Kind::begun : Event::Kind::changed,
              name.empty() ? folder.path : folder.path + "/" + std::string(name)});
  }

  std::string root_;
  struct stat at_start_ = {};     // the root's device and inode
  int root_watch_ = -1;           // the root's watch descriptor
  bool is_root_removed_ = false;  // its inode may be that of another folder now
  io::Descriptor inotify_;
  std::unordered_map<int, Folder> folders_;  // folders by watch descriptor
  std::set<std::string> unwatched_;          // folders that can't be watched
  bool has_moved_ = false;                   // whether a folder has moved since the last scan
  std::optional<WatchProblem> problem_;      // the first problem since the last read()
};

// Watches folders whose changes the system does not report: network file systems, and folders shared with a container
// or a virtual machine.
class Poller final : public Watcher {
 public:
  // Returns an errno, or 0.
  int start(const fs::path& root, std::chrono::milliseconds interval) {
    root_ = root;
    timer_.set(::timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC));
    itimerspec every = {};
    every.it_value.tv_sec = every.it_interval.tv_sec = static_cast<time_t>(interval.count() / 1000);
    every.it_value.tv_nsec = every.it_interval.tv_nsec = static_cast<long>(interval.count() % 1000 * 1'000'000);
    if (!timer_.is_open() || ::timerfd_settime(timer_.get(), 0, &every, nullptr) != 0) return errno;
    files_ = look();
    return 0;
  }

  int descriptor() const override { return timer_.get(); }
  size_t folders() const override { return folders_; }

  std::optional<WatchProblem> read(const std::function<void(Event)>& on_event) override {
    uint64_t ticks = 0;
    if (::read(timer_.get(), &ticks, sizeof ticks) < 0) return std::nullopt;
    Files now = look();
    for (const auto& [path, stamp] : now) {
      const auto before = files_.find(path);
      if (before == files_.end() || before->second != stamp) on_event({Event::Kind::changed, path});
    }
    for (const auto& [path, stamp] : files_)
      if (!now.contains(path)) on_event({Event::Kind::changed, path});
    files_ = std::move(now);
    return std::nullopt;
  }

  bool is_root_gone() const override {
    std::error_code error;
    return !fs::exists(root_, error) && !error;
  }

 private:
  using Stamp = std::tuple<ino_t, off_t, time_t, long>;
  using Files = std::map<std::string, Stamp>;  // stamps of files and folders by path

  Files look() {
    Files files;
    folders_ = 0;
    for (const fs::path& folder : folders_of(root_)) add(folder, 1, files);
    return files;
  }

  // Adds a file, or a folder and everything below it. Skips unreadable files, because the build reports them.
  void add(const fs::path& path, size_t depth, Files& files) {
    struct stat found = {};
    if (::lstat(path.c_str(), &found) != 0) return;
    const bool is_folder = S_ISDIR(found.st_mode);
    // A folder's time and size are ignored, because they also change with files that a build ignores.
    files[path.string()] = is_folder ? Stamp(found.st_ino, 0, 0, 0)
                                     : Stamp(found.st_ino, found.st_size, found.st_mtim.tv_sec, found.st_mtim.tv_nsec);
    if (!is_folder || depth > kMaxDepth) return;
    ++folders_;
    std::error_code error;
    for (fs::directory_iterator each(path, error), end; !error && each != end; each.increment(error))
      if (!io::is_ignored(each->path().filename().string())) add(each->path(), depth + 1, files);
  }

  fs::path root_;
  io::Descriptor timer_;
  Files files_;
  size_t folders_ = 0;
};

}  // namespace

Watcher::Opened Watcher::open(const fs::path& root) {
  auto watcher = std::make_unique<Inotify>();
  if (auto problem = watcher->start(root)) return base::Failure{*problem};
  return Opened(std::move(watcher));
}

Watcher::Opened Watcher::poll(const fs::path& root, std::chrono::milliseconds interval) {
  auto poller = std::make_unique<Poller>();
  if (const int error = poller->start(root, interval))
    return base::Failure{WatchProblem{std::string("files can't be watched: ") + std::strerror(error), ""}};
  return Opened(std::move(poller));
}

void Settler::note(const Event& event, Time now) {
  if (!changed_) first_ = now;
  changed_ = true;
  last_ = now;
  if (event.kind == Event::Kind::begun)
    open_.insert(event.path);
  else
    open_.erase(event.path);
}

std::optional<Time> Settler::due() const {
  if (!changed_) return std::nullopt;
  return std::min(last_ + (open_.empty() ? kQuiet : kQuietWhileOpen), first_ + kMaxDelay);
}

void Settler::start() {
  changed_ = false;
  open_.clear();  // a file that is still being written will have more events
}

}  // namespace serve
