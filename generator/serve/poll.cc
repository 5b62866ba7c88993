// Watches folders whose changes the system does not report: network file systems, and folders shared with a container
// or a virtual machine.
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <map>
#include <system_error>
#include <tuple>
#include <utility>

#include "build/store.h"
#include "io/descriptor.h"
#include "io/source_tree.h"
#include "serve/watch.h"

namespace serve {
namespace {

namespace fs = std::filesystem;

constexpr int kMaxPolledDepth = 33;  // number of levels; a build refuses deeper ones (io/source_tree)

class Poller final : public Watcher {
 public:
  // Returns an errno, or 0.
  int start(const std::vector<fs::path>& roots, std::chrono::milliseconds interval) {
    roots_ = roots;
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

  std::optional<fs::path> gone_root() const override {
    std::error_code error;
    for (const fs::path& root : roots_)
      if (!fs::exists(root, error) && !error) return root;
    return std::nullopt;
  }

 private:
  using Stamp = std::tuple<ino_t, off_t, time_t, long>;
  using Files = std::map<std::string, Stamp>;  // stamps of files and folders by path

  Files look() {
    Files files;
    folders_ = 0;
    for (const fs::path& root : roots_)
      for (const std::string& folder : build::site_folders()) add(root / folder, 1, files);
    return files;
  }

  // Adds a file, or a folder and everything below it. Skips unreadable files, because the build reports them.
  void add(const fs::path& path, int depth, Files& files) {
    struct stat found = {};
    if (::lstat(path.c_str(), &found) != 0) return;
    const bool is_folder = S_ISDIR(found.st_mode);
    // A folder's time and size are ignored, because they also change with files that a build ignores.
    files[path.string()] = is_folder ? Stamp(found.st_ino, 0, 0, 0)
                                     : Stamp(found.st_ino, found.st_size, found.st_mtim.tv_sec, found.st_mtim.tv_nsec);
    if (!is_folder || depth > kMaxPolledDepth) return;
    ++folders_;
    std::error_code error;
    for (fs::directory_iterator each(path, error), end; !error && each != end; each.increment(error))
      if (!io::is_ignored(each->path().filename().string())) add(each->path(), depth + 1, files);
  }

  std::vector<fs::path> roots_;
  io::Descriptor timer_;
  Files files_;
  size_t folders_ = 0;
};

}  // namespace

Watcher::Opened Watcher::poll(const std::vector<fs::path>& roots, std::chrono::milliseconds interval) {
  auto poller = std::make_unique<Poller>();
  if (const int error = poller->start(roots, interval))
    return base::Failure{WatchProblem{std::string("files can't be watched: ") + std::strerror(error), ""}};
  return Opened(std::move(poller));
}

}  // namespace serve
