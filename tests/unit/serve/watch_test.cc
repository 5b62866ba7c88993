// Tests real inotify in a temporary folder. The tests check that a change is reported, not how often, because the
// kernel merges equal events.
#include "serve/watch.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <set>

#include "unit/child_process.h"
#include "unit/temporary_folder.h"

namespace {

namespace fs = std::filesystem;

class Folder {
 public:
  Folder() {
    std::string name = (fs::temp_directory_path() / "sourcebook-watch-XXXXXX").string();
    REQUIRE(::mkdtemp(name.data()) != nullptr);
    path = fs::canonical(name);
    fs::create_directories(path / "content/lessons");
    fs::create_directories(path / "data");
  }
  ~Folder() { fs::remove_all(path); }
  void write(const std::string& file, const std::string& text) const {
    fs::create_directories((path / file).parent_path());
    std::ofstream(path / file) << text;
  }
  fs::path path;
};

class Seen {
 public:
  explicit Seen(const Folder& folder) : folder_(folder) {
    auto opened = serve::Watcher::open(folder.path);
    REQUIRE(opened.ok());
    watcher = std::move(opened).value();
  }
  ~Seen() { CHECK(problems.empty()); }

  // Whether this file or folder is reported within five seconds; "" means any.
  bool reports(const std::string& path) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(5);
    while (std::chrono::steady_clock::now() < end) {
      if (path.empty() ? !reported_.empty() : reported_.contains(path)) return reported_.clear(), true;
      read(100);
    }
    return false;
  }
  // Returns the events that arrive before the event of a new change.
  std::set<std::string> before_a_change() {
    folder_.write("data/last.json", "[]");
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(5);
    while (!reported_.contains("data/last.json") && std::chrono::steady_clock::now() < end) read(100);
    CHECK(reported_.contains("data/last.json"));
    std::set<std::string> reported = std::move(reported_);
    reported_.clear();
    reported.erase("data/last.json");
    return reported;
  }

  std::unique_ptr<serve::Watcher> watcher;
  std::vector<serve::Event> events;
  std::vector<std::string> problems;  // "MESSAGE; HELP" of each problem; a test that expects problems removes them

 private:
  void read(int wait) {
    pollfd file{watcher->descriptor(), POLLIN, 0};
    ::poll(&file, 1, wait);
    const auto problem = watcher->read([&](const serve::Event& event) {
      events.push_back(event);
      const std::string root = folder_.path.string() + "/";
      reported_.insert(event.path.starts_with(root) ? event.path.substr(root.size()) : event.path);
    });
    if (problem) problems.push_back(problem->message + "; " + problem->help);
  }

  const Folder& folder_;
  std::set<std::string> reported_;
};

// Returns the length of the kernel's event queue. If it is too long for this test, prints a message and returns 0.
size_t queue_length() {
  size_t most = 0;
  std::ifstream("/proc/sys/fs/inotify/max_queued_events") >> most;
  if (most > 0 && most <= 100000) return most;
  MESSAGE("skipped: the queue holds " << most << " events");
  return 0;
}

// Makes events in content/. Alternates two names, because the kernel merges equal consecutive events.
void make_events(const Folder& folder, size_t count) {
  for (const char* name : {"content/a.md", "content/b.md"}) folder.write(name, "");
  for (size_t i = 0; i <= count / 2; ++i)
    for (const char* name : {"content/a.md", "content/b.md"}) ::chmod((folder.path / name).c_str(), 0644);
}

bool loses_root(serve::Watcher& watcher) {
  pollfd file{watcher.descriptor(), POLLIN, 0};
  ::poll(&file, 1, 5000);
  watcher.read([](const serve::Event&) {});
  return watcher.is_root_gone();
}

// Returns the first event of a file within five seconds, or the problem, as text that a child process can print.
std::string next_event(serve::Watcher& watcher) {
  std::string kinds;
  pollfd file{watcher.descriptor(), POLLIN, 0};
  ::poll(&file, 1, 5000);
  const auto problem = watcher.read([&](const serve::Event& event) { kinds += event.path.empty() ? "lost" : "seen"; });
  return problem ? problem->message : kinds;
}

}  // namespace

TEST_CASE("the different ways in which editors save files are noticed") {
  const Folder folder;
  folder.write("content/cost.md", "one\n");
  Seen seen(folder);
  folder.write("content/cost.md", "two\n");  // a file that is changed in place
  CHECK(seen.reports("content/cost.md"));
  folder.write("content/cost.md.new", "three\n");
  CHECK(seen.reports("content/cost.md.new"));
  fs::rename(folder.path / "content/cost.md.new", folder.path / "content/cost.md");
  CHECK(seen.reports("content/cost.md"));
  fs::remove(folder.path / "content/cost.md");
  folder.write("content/cost.md", "four\n");
  CHECK(seen.reports("content/cost.md"));
  fs::permissions(folder.path / "content/cost.md", fs::perms::owner_read);
  CHECK(seen.reports("content/cost.md"));
}

TEST_CASE("a file that is being written is known to be unfinished until it is closed") {
  const Folder folder;
  Seen seen(folder);
  std::ofstream file(folder.path / "content/long.md");
  file << "half" << std::flush;
  CHECK(seen.reports("content/long.md"));
  CHECK(seen.events.back().kind == serve::Event::Kind::begun);
  file << " and half";
  file.close();
  CHECK(seen.reports("content/long.md"));
  CHECK(seen.events.back().kind == serve::Event::Kind::changed);
}

TEST_CASE("folders are watched when they are created, moved, renamed and removed") {
  const Folder folder;
  Seen seen(folder);
  fs::create_directories(folder.path / "content/a/b/c/d");
  CHECK(seen.reports(""));
  seen.before_a_change();
  folder.write("content/a/b/c/d/deep.md", "deep\n");
  CHECK(seen.reports("content/a/b/c/d/deep.md"));
  fs::create_directories(folder.path / "outside/within");  // next to content/, in a folder that is not watched
  fs::rename(folder.path / "outside", folder.path / "content/moved");
  CHECK(seen.reports("content/moved"));
  folder.write("content/moved/within/page.md", "page\n");
  CHECK(seen.reports("content/moved/within/page.md"));
  fs::rename(folder.path / "content/moved", folder.path / "content/renamed");
  CHECK(seen.reports("content/renamed"));
  folder.write("content/renamed/within/page.md", "again\n");
  CHECK(seen.reports("content/renamed/within/page.md"));
  fs::remove_all(folder.path / "content/renamed");
  CHECK(seen.reports("content/renamed"));
  const size_t watched = seen.watcher->folders();
  fs::rename(folder.path / "content/a", folder.path / "elsewhere");
  CHECK(seen.reports("content/a"));
  CHECK(seen.watcher->folders() == watched - 4);
  folder.write("elsewhere/b/c/d/deep.md", "unseen\n");
  CHECK(seen.before_a_change().empty());
}

TEST_CASE("a missing folder is watched once it exists, and again when it returns") {
  const Folder folder;
  Seen seen(folder);
  folder.write("templates/assets/style.css", "a {}\n");
  CHECK(seen.reports(""));
  seen.before_a_change();
  folder.write("templates/assets/style.css", "b {}\n");
  CHECK(seen.reports("templates/assets/style.css"));
  fs::rename(folder.path / "content", folder.path / "away");
  CHECK(seen.reports("content"));
  fs::rename(folder.path / "away", folder.path / "content");
  CHECK(seen.reports("content"));
  folder.write("content/lessons/page.md", "page\n");
  CHECK(seen.reports("content/lessons/page.md"));
}

TEST_CASE("output, ignored folders and targets of links are not watched") {
  const Folder folder;
  fs::create_directories(folder.path / "site");
  fs::create_directories(folder.path / ".sourcebook");
  fs::create_directories(folder.path / "content/.git/objects");
  fs::create_directories(folder.path / "linked");
  fs::create_directory_symlink(folder.path / "linked", folder.path / "content/link");
  Seen seen(folder);
  folder.write("site/index.html", "x");
  folder.write(".sourcebook/cache", "x");
  folder.write("content/.git/objects/1", "x");
  folder.write("content/.cost.md.swp", "x");
  folder.write("content/cost.md~", "x");
  folder.write("content/#cost.md#", "x");
  folder.write("linked/page.md", "x");
  folder.write("README.md", "x");
  CHECK(seen.before_a_change().empty());
}

TEST_CASE("reading a file does not count as a change") {
  const Folder folder;
  folder.write("content/cost.md", "one\n");
  Seen seen(folder);
  for (int i = 0; i < 3; ++i) {
    std::ifstream file(folder.path / "content/cost.md");
    std::string text;
    std::getline(file, text);
    CHECK(text == "one");
  }
  for (const auto& entry : fs::recursive_directory_iterator(folder.path)) CHECK(fs::exists(entry));
  CHECK(seen.before_a_change().empty());
}

TEST_CASE("folders that are exchanged are both watched, under their new names") {
  const Folder folder;
  fs::create_directories(folder.path / "content/a/within-a");
  fs::create_directories(folder.path / "content/b/within-b");
  Seen seen(folder);
  REQUIRE(::renameat2(AT_FDCWD, (folder.path / "content/a").c_str(), AT_FDCWD, (folder.path / "content/b").c_str(),
                      RENAME_EXCHANGE) == 0);
  CHECK(seen.reports("content/b"));
  for (const char* page :
       {"content/a/one.md", "content/a/within-b/two.md", "content/b/three.md", "content/b/within-a/four.md"}) {
    folder.write(page, "page\n");
    CHECK_MESSAGE(seen.reports(page), page);
  }
  CHECK(seen.watcher->folders() == 8);
}

TEST_CASE("an unreadable folder is reported once as unwatched-folder, and watched when it becomes readable") {
  const NotRoot nobody;
  const Folder folder;
  const fs::path closed = folder.path / "content/closed";
  Seen seen(folder);
  REQUIRE(::mkdir(closed.c_str(), 0) == 0);
  CHECK(seen.reports("content/closed"));
  CHECK(seen.before_a_change().empty());
  CHECK(std::exchange(seen.problems, {}) ==
        std::vector{closed.string() +
                    " can't be watched: Permission denied; make it readable (chmod u+rx), or move it out of the site"});
  REQUIRE(::chmod(closed.c_str(), 0755) == 0);
  CHECK(seen.reports("content/closed"));
  folder.write("content/closed/page.md", "page\n");
  CHECK(seen.reports("content/closed/page.md"));
}

TEST_CASE("folders below one that can't be searched are watched as soon as it can be") {
  const NotRoot nobody;
  const Folder folder;
  const fs::path outer = folder.path / "outer", inner = outer / "inner";
  fs::create_directories(inner);
  Seen seen(folder);
  fs::rename(outer, folder.path / "content/outer");
  REQUIRE(::chmod((folder.path / "content/outer").c_str(), 0444) == 0);
  CHECK(seen.reports("content/outer"));
  CHECK(std::exchange(seen.problems, {}).size() == 1);
  REQUIRE(::chmod((folder.path / "content/outer").c_str(), 0755) == 0);
  CHECK(seen.reports("content/outer/inner"));
  folder.write("content/outer/inner/page.md", "page\n");
  CHECK(seen.reports("content/outer/inner/page.md"));
}

TEST_CASE("when the kernel's queue overflows, everything is scanned again") {
  const size_t most = queue_length();
  if (most == 0) return;
  const Folder folder;
  folder.write("content/moved/within/page.md", "page\n");
  Seen seen(folder);
  make_events(folder, most);
  fs::create_directories(folder.path / "content/unseen/below");
  fs::rename(folder.path / "content/moved", folder.path / "elsewhere");
  CHECK(seen.reports("content/a.md"));
  const auto lost = std::find_if(seen.events.begin(), seen.events.end(),
                                 [](const serve::Event& event) { return event.path.empty(); });
  CHECK(lost != seen.events.end());
  folder.write("elsewhere/within/page.md", "not of the site\n");
  folder.write("content/unseen/below/page.md", "page\n");
  CHECK(seen.reports("content/unseen/below/page.md"));
  CHECK(seen.events.back().path.ends_with("content/unseen/below/page.md"));
  CHECK(seen.watcher->folders() == 6);
}

TEST_CASE("everything is scanned again even if the user cannot have another queue") {
  const size_t most = queue_length();
  if (most == 0) return;
  const Folder folder;
  const std::string said = said_by_child([&](int file) {
    const io::Descriptor limit(
        ::unshare(CLONE_NEWUSER) == 0 ? ::open("/proc/sys/user/max_inotify_instances", O_WRONLY | O_CLOEXEC) : -1);
    if (!io::write_all(limit.get(), "1")) return (void)io::write_all(file, "not allowed");
    const auto opened = serve::Watcher::open(folder.path);
    if (!opened.ok()) return (void)io::write_all(file, opened.error().message);
    serve::Watcher& watcher = *opened.value();
    make_events(folder, most);
    const std::string first = next_event(watcher);
    folder.write("content/page.md", "page\n");
    io::write_all(file, first.substr(first.size() - 4) + ", " + next_event(watcher).substr(0, 4));
  });
  if (said == "not allowed")
    MESSAGE("skipped: limits of a user namespace can't be set here");
  else
    CHECK(said == "lost, seen");
}

TEST_CASE("a removed or moved root is reported") {
  const Folder folder;
  const fs::path above = folder.path / "above", site = above / "site-of-its-own";
  const auto watch_site = [&] {
    fs::create_directories(site / "content");
    auto opened = serve::Watcher::open(site);
    REQUIRE(opened.ok());
    CHECK_FALSE(opened.value()->is_root_gone());
    return std::move(opened).value();
  };
  auto watcher = watch_site();
  fs::rename(site, above / "another-name");
  CHECK(loses_root(*watcher));

  watcher = watch_site();
  fs::remove_all(site);
  fs::create_directories(site / "content");
  CHECK(loses_root(*watcher));

  watcher = watch_site();
  fs::rename(above, folder.path / "another-name");
  CHECK(watcher->is_root_gone());
}

TEST_CASE("a root that moved while the kernel's queue overflowed is reported") {
  const size_t most = queue_length();
  if (most == 0) return;
  const Folder folder, other;
  auto opened = serve::Watcher::open(folder.path);
  REQUIRE(opened.ok());
  make_events(folder, most);
  fs::rename(folder.path, other.path / "moved");
  CHECK(loses_root(*opened.value()));
}

TEST_CASE("a missing root is a problem that names it") {
  auto opened = serve::Watcher::open("/nowhere/at-all");
  REQUIRE_FALSE(opened.ok());
  CHECK(opened.error().message == "/nowhere/at-all can't be watched: No such file or directory");
}
