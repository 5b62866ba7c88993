// Tests two processes that write to the same folder: the second one prints a message and waits.
#include "io/folder_lock.h"

#include <doctest/doctest.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <optional>
#include <thread>

namespace fs = std::filesystem;

namespace {

struct Place {
  Place() {
    std::string pattern = (fs::temp_directory_path() / "sourcebook-XXXXXX").string();
    path = ::mkdtemp(pattern.data());
  }
  ~Place() {
    std::error_code ignored;
    fs::remove_all(path, ignored);
  }
  fs::path path;
};

void never() { FAIL("nobody else is there"); }

// A thread that waits for another thread's lock.
struct Second {
  explicit Second(const std::string& folder)
      : thread([this, folder] {
          const io::FolderLock lock(folder, [this] { waits = true; });
          has_it = true;
          is_there = fs::exists(folder);
        }) {
    while (!waits) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  std::atomic<bool> waits = false, has_it = false, is_there = false;
  std::thread thread;
};

TEST_CASE("a second lock waits for the first") {
  Place place;
  std::optional<io::FolderLock> first;
  first.emplace(place.path.string(), never);
  Second second(place.path.string());
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  CHECK_FALSE(second.has_it);
  first.reset();
  second.thread.join();
  CHECK(second.has_it);
}

TEST_CASE("a created folder that is still empty is removed, and a waiting process creates it again") {
  Place place;
  const std::string folder = (place.path / "deep/site").string();
  std::optional<io::FolderLock> first;
  first.emplace(folder, never);
  CHECK(fs::is_directory(folder));
  Second second(folder);
  first.reset();
  second.thread.join();
  CHECK(second.is_there);
  CHECK_FALSE(fs::exists(folder));
}

TEST_CASE("parent folders that were created with it are removed too, and no others") {
  Place place;
  fs::create_directories(place.path / "old");
  {
    const io::FolderLock lock((place.path / "old/deep/deeper/site").string(), never);
  }
  CHECK(fs::is_directory(place.path / "old"));
  CHECK_FALSE(fs::exists(place.path / "old/deep"));
}

TEST_CASE("a folder that is not empty is not removed") {
  Place place;
  const fs::path folder = place.path / "site";
  {
    const io::FolderLock lock(folder.string(), never);
    std::ofstream(folder / "index.html") << "x";
  }
  CHECK(fs::exists(folder / "index.html"));
}

TEST_CASE("a process does not wait for a folder that can't be created") {
  Place place;
  std::ofstream(place.path / "file") << "x";
  const io::FolderLock lock((place.path / "file").string(), never);
  CHECK(fs::is_regular_file(place.path / "file"));
}

}  // namespace
