#include "io/disk_stage.h"

#include <doctest/doctest.h>
#include <sys/stat.h>

#include <stdexcept>

#include "base/parallel.h"
#include "unit/temporary_folder.h"

namespace fs = std::filesystem;

namespace {

// All files and folders below, sorted, with "/" behind folders.
std::string all_below(const fs::path& folder) {
  std::vector<std::string> paths;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    paths.push_back(entry.path().lexically_relative(folder).string() + (entry.is_directory() ? "/ " : " "));
  std::sort(paths.begin(), paths.end());
  std::string all;
  for (const std::string& path : paths) all += path;
  return all;
}

}  // namespace

TEST_CASE("what was put on a stage is read again, and stands where it is published") {
  TemporaryFolder folder;
  io::DiskFileSystem disk(folder / "site");
  {
    io::DiskStage stage(disk);
    CHECK(all_below(folder.str()).empty());
    auto first = stage.put("first"), none = stage.put(""), last = stage.put(std::string(100'000, 'x'));
    REQUIRE((first && none && last));
    CHECK(last->size == 100'000);
    CHECK(stage.read(*last).value() == std::string(100'000, 'x'));
    CHECK(stage.read(*none).value().empty());
    REQUIRE(stage.publish(*last, "a/b/last.html"));
    REQUIRE(stage.publish(*first, "first.html"));
    CHECK_FALSE(stage.read(*first));
  }
  CHECK(all_below(folder / "site") == "a/ a/b/ a/b/last.html first.html ");
  CHECK(get(folder / "site/first.html") == "first");
}

TEST_CASE("what is not published goes with the stage, and so do the folders that it made") {
  TemporaryFolder folder;
  io::DiskFileSystem disk(folder / "new/site");
  {
    io::DiskStage stage(disk);
    REQUIRE(stage.put("bytes"));
    CHECK(fs::exists(folder / "new/site"));
  }
  CHECK(all_below(folder.str()).empty());
  put(folder / "new/site/mine.html", "mine");
  {
    CHECK(io::DiskStage(disk).put("bytes"));
  }
  CHECK(all_below(folder.str()) == "new/ new/site/ new/site/mine.html ");
}

TEST_CASE("a file that is published in place of another is as open to others as that was") {
  TemporaryFolder folder;
  put(folder / "page.html", "old");
  fs::permissions(folder / "page.html", fs::perms(0640));
  io::DiskFileSystem disk(folder.str());
  io::DiskStage stage(disk);
  auto place = stage.put("new");
  REQUIRE(place);
  REQUIRE(stage.publish(*place, "page.html"));
  CHECK(get(folder / "page.html") == "new");
  CHECK(fs::status(folder / "page.html").permissions() == fs::perms(0640));
}

TEST_CASE("nothing is published through a link, in place of a folder, or outside") {
  TemporaryFolder folder;
  fs::create_directories(folder / "site/folder/inside");
  fs::create_directories(folder / "elsewhere");
  fs::create_directory_symlink(folder / "elsewhere", folder / "site/link");
  io::DiskFileSystem disk(folder / "site");
  {
    io::DiskStage stage(disk);
    auto place = stage.put("bytes");
    REQUIRE(place);
    CHECK(stage.publish(*place, "link/page.html").error().kind == io::ErrorKind::bad_path);
    CHECK(stage.publish(*place, "folder").error().kind == io::ErrorKind::not_a_file);
    CHECK(stage.publish(*place, "../page.html").error().kind == io::ErrorKind::bad_path);
  }
  CHECK(all_below(folder.str()) == "elsewhere/ site/ site/folder/ site/folder/inside/ site/link/ ");
}

TEST_CASE("where the disk refuses nothing is put") {
  TemporaryFolder folder;
  put(folder / "file", "no folder");
  io::DiskFileSystem disk(folder / "file");
  io::DiskStage stage(disk);
  CHECK_FALSE(stage.put("bytes"));
  CHECK_FALSE(stage.put("more"));
  CHECK(all_below(folder.str()) == "file ");
}

TEST_CASE("several threads may put, read and publish") {
  TemporaryFolder folder;
  io::DiskFileSystem disk(folder.str());
  {
    io::DiskStage stage(disk);
    base::parallel_for(4, 400, [&](size_t i, unsigned) {
      const std::string bytes(i * 7, static_cast<char>('a' + i % 26));
      auto place = stage.put(bytes);
      if (!place || stage.read(*place).value() != bytes) throw std::logic_error("other bytes");
      if (i % 2 == 0 && !stage.publish(*place, "at/" + std::to_string(i))) throw std::logic_error("not published");
    });
  }
  CHECK(std::distance(fs::directory_iterator(folder / "at"), fs::directory_iterator()) == 200);
  CHECK(get(folder / "at/8") == std::string(56, 'i'));
  CHECK(std::distance(fs::directory_iterator(folder.str()), fs::directory_iterator()) == 1);
}

TEST_CASE("what is to last is held until it is written") {
  TemporaryFolder folder;
  CHECK(io::DiskFileSystem(folder.str(), io::Writing::lasting).stage() == nullptr);
  CHECK(io::DiskFileSystem(folder.str()).stage() != nullptr);
}
