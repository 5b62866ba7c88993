#include <doctest/doctest.h>
#include <sys/stat.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/parallel.h"
#include "io/disk.h"
#include "io/stage.h"
#include "unit/temporary_folder.h"

namespace fs = std::filesystem;

namespace {

// Returns all files and folders below a folder, sorted, with "/" at the end of folders.
std::string all_below(const fs::path& folder) {
  std::vector<std::string> paths;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    paths.push_back(entry.path().lexically_relative(folder).string() + (entry.is_directory() ? "/ " : " "));
  std::sort(paths.begin(), paths.end());
  std::string all;
  for (const std::string& path : paths) all += path;
  return all;
}

using Done = base::Result<base::Nothing, io::Error>;

bool all_good(const std::vector<Done>& done) {
  return std::all_of(done.begin(), done.end(), [](const Done& each) { return each.ok(); });
}

// Returns the identity of a folder, which a move does not change.
uint64_t number_of(const fs::path& folder) {
  struct stat s{};
  return ::stat(folder.c_str(), &s) == 0 ? s.st_ino : 0;
}

}  // namespace

TEST_CASE("a staged file can be read, and publishing moves it to its path") {
  TemporaryFolder folder;
  io::DiskFileSystem disk(folder / "site");
  {
    const auto stage = disk.stage();
    CHECK(all_below(folder.str()).empty());
    const std::string long_text(100'000, 'x');
    REQUIRE(stage->write("first.html", "first"));
    REQUIRE(stage->write("none.html", ""));
    REQUIRE(stage->write("a/b/last.html", long_text));
    CHECK(stage->read("a/b/last.html").value() == long_text);
    CHECK(stage->read("none.html").value().empty());
    CHECK_FALSE(fs::exists(folder / "site/first.html"));
    CHECK(all_good(stage->publish({"a/b/last.html", "first.html", "none.html"})));
    CHECK_FALSE(stage->read("first.html"));
    CHECK_FALSE(stage->read("a/b/last.html"));
  }
  CHECK(all_below(folder / "site") == "a/ a/b/ a/b/last.html first.html none.html ");
  CHECK(get(folder / "site/first.html") == "first");
  CHECK(get(folder / "site/a/b/last.html") == std::string(100'000, 'x'));
}

TEST_CASE("a new folder is published with all of its files at once, others file by file") {
  TemporaryFolder folder;
  put(folder / "site/old/there.html", "there");
  io::DiskFileSystem disk(folder / "site");
  const auto stage = disk.stage();
  for (const char* path : {"new/deep/a.html", "new/1.html", "new/2.html", "old/a.html", "old/new/a.html"})
    REQUIRE(stage->write(path, path));
  const uint64_t old = number_of(folder / "site/old");
  CHECK(all_good(stage->publish({"new/1.html", "new/2.html", "new/deep/a.html", "old/a.html", "old/new/a.html"})));
  CHECK(number_of(folder / "site/old") == old);
  for (const char* path : {"new/deep/a.html", "new/1.html", "new/2.html", "old/a.html", "old/new/a.html"})
    CHECK(get(folder / "site" / path) == path);
  CHECK(get(folder / "site/old/there.html") == "there");
}

TEST_CASE("staging a path again replaces the first version") {
  TemporaryFolder folder;
  io::DiskFileSystem disk(folder / "site");
  {
    const auto stage = disk.stage();
    REQUIRE(stage->write("new/page.html", "longer than the second"));
    REQUIRE(stage->write("new/page.html", "second"));
    CHECK(stage->read("new/page.html").value() == "second");
    CHECK(all_good(stage->publish({"new/page.html"})));
  }
  CHECK(all_below(folder / "site") == "new/ new/page.html ");
  CHECK(get(folder / "site/new/page.html") == "second");
}

TEST_CASE("pieces are appended to a file") {
  TemporaryFolder folder;
  io::DiskFileSystem disk(folder / "site");
  const auto stage = disk.stage();
  REQUIRE(stage->write("data/prices.csv", "id\n"));
  for (std::string_view piece : {"latte\n", "", "mocha\n"}) REQUIRE(stage->append("data/prices.csv", piece));
  CHECK(stage->read("data/prices.csv").value() == "id\nlatte\nmocha\n");
  CHECK(all_good(stage->publish({"data/prices.csv"})));
  CHECK(get(folder / "site/data/prices.csv") == "id\nlatte\nmocha\n");
}

TEST_CASE("a dropped file is not published") {
  TemporaryFolder folder;
  io::DiskFileSystem disk(folder / "site");
  const auto stage = disk.stage();
  REQUIRE(stage->write("new/page.html", "text"));
  REQUIRE(stage->write("new/data.csv", "id\n"));
  stage->drop("new/data.csv");
  CHECK(all_below(folder / "site").find("data.csv") == std::string::npos);
  CHECK(all_good(stage->publish({"new/page.html"})));
  CHECK(get(folder / "site/new/page.html") == "text");
  CHECK_FALSE(fs::exists(folder / "site/new/data.csv"));
}

TEST_CASE("unpublished files disappear with the stage, and so do the folders that it created") {
  TemporaryFolder folder;
  io::DiskFileSystem disk(folder / "new/site");
  {
    const auto stage = disk.stage();
    REQUIRE(stage->write("a/page.html", "bytes"));
    CHECK(fs::exists(folder / "new/site"));
  }
  CHECK(all_below(folder.str()).empty());
  put(folder / "new/site/mine.html", "mine");
  CHECK(disk.stage()->write("page.html", "bytes").ok());
  CHECK(all_below(folder.str()) == "new/ new/site/ new/site/mine.html ");
}

TEST_CASE("a file that replaces another keeps the permissions") {
  TemporaryFolder folder;
  put(folder / "page.html", "old");
  fs::permissions(folder / "page.html", fs::perms(0640));
  io::DiskFileSystem disk(folder.str());
  const auto stage = disk.stage();
  REQUIRE(stage->write("page.html", "new"));
  REQUIRE(all_good(stage->publish({"page.html"})));
  CHECK(get(folder / "page.html") == "new");
  CHECK(fs::status(folder / "page.html").permissions() == fs::perms(0640));
}

TEST_CASE("files are not published through a link, over a folder, or outside the root, but the others are") {
  TemporaryFolder folder;
  fs::create_directories(folder / "site/folder/inside");
  fs::create_directories(folder / "elsewhere");
  fs::create_directory_symlink(folder / "elsewhere", folder / "site/link");
  fs::create_directory_symlink(folder / "nowhere", folder / "site/dangling");
  put(folder / "site/file", "a file");
  io::DiskFileSystem disk(folder / "site");
  {
    const auto stage = disk.stage();
    const std::vector<std::string> paths = {"dangling/page.html", "file/page.html",     "folder",
                                            "good/page.html",     "link/new/page.html", "link/page.html"};
    for (const std::string& path : paths) REQUIRE(stage->write(path, "bytes"));
    CHECK(stage->write("../page.html", "bytes").error().kind == io::ErrorKind::bad_path);
    const std::vector<Done> done = stage->publish(paths);
    for (size_t i : {0u, 4u, 5u}) CHECK(done[i].error().kind == io::ErrorKind::bad_path);
    CHECK(done[1].error().kind == io::ErrorKind::not_a_directory);
    CHECK(done[2].error().kind == io::ErrorKind::not_a_file);
    CHECK(done[3].ok());
    for (size_t i : {0u, 1u, 2u, 4u, 5u}) CHECK(done[i].error().path == paths[i]);
  }
  CHECK(all_below(folder.str()) ==
        "elsewhere/ site/ site/dangling site/file site/folder/ site/folder/inside/ "
        "site/good/ site/good/page.html site/link/ ");
}

TEST_CASE("a file that cannot be written is not staged") {
  TemporaryFolder folder;
  put(folder / "file", "no folder");
  io::DiskFileSystem disk(folder / "file");
  const auto stage = disk.stage();
  CHECK(stage->write("page.html", "bytes").error().path == "page.html");
  CHECK_FALSE(stage->write("page.html", "more"));
  CHECK(all_below(folder.str()) == "file ");
}

TEST_CASE("several threads may write and read") {
  TemporaryFolder folder;
  io::DiskFileSystem disk(folder.str());
  {
    const auto stage = disk.stage();
    std::vector<std::string> paths;
    for (size_t i = 0; i < 400; ++i) paths.push_back("at" + std::to_string(i % 3) + "/" + std::to_string(i));
    base::parallel_for(4, paths.size(), [&](size_t i, unsigned) {
      const std::string bytes(i * 7, static_cast<char>('a' + i % 26));
      if (!stage->write(paths[i], bytes) || stage->read(paths[i]).value() != bytes)
        throw std::logic_error("other bytes");
    });
    CHECK(all_good(stage->publish(paths)));
  }
  CHECK(std::distance(fs::recursive_directory_iterator(folder.str()), fs::recursive_directory_iterator()) == 403);
  CHECK(get(folder / "at2/8") == std::string(56, 'i'));
}

TEST_CASE("durable files are staged in memory, because they are written with fsync") {
  TemporaryFolder folder;
  io::DiskFileSystem disk(folder.str(), io::Writing::durable);
  const auto stage = disk.stage();
  REQUIRE(stage->write("a/page.html", "one"));
  REQUIRE(stage->append("a/page.html", " two"));
  CHECK(all_below(folder.str()).empty());
  CHECK(all_good(stage->publish({"a/page.html"})));
  CHECK(get(folder / "a/page.html") == "one two");
}
