#include "io/disk.h"

#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <thread>

#include "unit/recording_files.h"
#include "unit/temporary_folder.h"

namespace fs = std::filesystem;
using io::EntryType;
using io::ErrorKind;

namespace {

std::string names(const std::vector<io::Entry>& entries) {
  std::string all;
  for (const auto& e : entries) {
    all += e.name;
    all += e.type == EntryType::directory ? "/ " : e.type == EntryType::symlink ? "@ " : " ";
  }
  return all;
}

}  // namespace

TEST_CASE("a folder is listed by name in bytewise order, with the type and size of each entry") {
  TemporaryFolder folder;
  put(folder / "b.md", "12345");
  put(folder / "B.md", "");
  put(folder / "é.md", "");
  put(folder / "a/x.md", "");
  fs::create_symlink("b.md", folder / "link");
  io::DiskFileSystem disk(folder.str());
  auto entries = disk.list("");
  REQUIRE(entries);
  CHECK(names(*entries) == "B.md a/ b.md link@ é.md ");
  CHECK(entries.value()[2].size == 5);
  CHECK(names(disk.list("a").value()) == "x.md ");
  CHECK(disk.status("b.md")->size == 5);
  CHECK(disk.status("a")->type == EntryType::directory);
  CHECK(disk.status("link")->type == EntryType::symlink);
}

TEST_CASE("bytes are read and written unchanged, and folders are created") {
  TemporaryFolder folder;
  io::DiskFileSystem disk(folder.str() + "/new/root//");
  std::string bytes("a\0\r\n\xFF", 5);
  REQUIRE(disk.write("x/y/z.bin", bytes));
  CHECK(get(folder / "new/root/x/y/z.bin") == bytes);
  CHECK(disk.read("x/y/z.bin").value() == bytes);
  REQUIRE(disk.write("x/y/z.bin", ""));
  CHECK(disk.read("x/y/z.bin").value() == "");
  CHECK(names(disk.list("x/y").value()) == "z.bin ");
  std::filesystem::permissions(folder / "new/root/x/y/z.bin", std::filesystem::perms(0750));
  REQUIRE(disk.write("x/y/z.bin", "new"));
  CHECK(std::filesystem::status(folder / "new/root/x/y/z.bin").permissions() == std::filesystem::perms(0750));
}

TEST_CASE("symbolic links are not followed, either as files or as folders in a path") {
  TemporaryFolder folder, outside;
  put(outside / "secret.md", "secret");
  fs::create_directory(folder / "site");
  fs::create_symlink(outside / "secret.md", folder / "file.md");
  fs::create_symlink(outside.str(), folder / "dir");
  io::DiskFileSystem disk(folder.str());
  CHECK(disk.read("file.md").error().kind == ErrorKind::bad_path);
  CHECK(disk.read("dir/secret.md").error().kind == ErrorKind::bad_path);
  CHECK_FALSE(disk.list("dir"));
  CHECK(disk.write("dir/new.md", "x").error().kind == ErrorKind::bad_path);
  CHECK_FALSE(fs::exists(outside / "new.md"));
  CHECK_FALSE(disk.remove("dir/secret.md"));
  CHECK(fs::exists(outside / "secret.md"));
  // Writing replaces the link, not its target.
  REQUIRE(disk.write("file.md", "mine"));
  CHECK(get(outside / "secret.md") == "secret");
  CHECK_FALSE(fs::is_symlink(folder / "file.md"));
}

TEST_CASE("paths that lead out of the root are errors") {
  TemporaryFolder folder;
  put(folder / "a.md", "x");
  io::DiskFileSystem disk(folder.str() + "/inner");
  for (std::string path : {"../a.md", "/etc/hostname", "a//b", "./a", "a/..", "a/./b", "a/"}) {
    CAPTURE(path);
    CHECK(disk.read(path).error().kind == ErrorKind::bad_path);
    CHECK(disk.write(path, "x").error().kind == ErrorKind::bad_path);
    CHECK(disk.remove(path).error().kind == ErrorKind::bad_path);
  }
  CHECK_FALSE(io::is_plain_path(std::string("a\0b", 3)));
  CHECK_FALSE(io::is_plain_path(""));
  CHECK(io::is_plain_path("..a/b.."));
}

TEST_CASE("missing entries and entries of the wrong type are distinguished") {
  TemporaryFolder folder;
  put(folder / "file", "x");
  fs::create_directory(folder / "dir");
  ::mkfifo((folder / "pipe").c_str(), 0600);
  io::DiskFileSystem disk(folder.str());
  CHECK(disk.read("none").error().kind == ErrorKind::not_found);
  CHECK(disk.list("none").error().kind == ErrorKind::not_found);
  CHECK(disk.status("none").error().kind == ErrorKind::not_found);
  CHECK(disk.remove("none").error().kind == ErrorKind::not_found);
  CHECK(disk.read("dir").error().kind == ErrorKind::not_a_file);
  CHECK(disk.read("pipe").error().kind == ErrorKind::not_a_file);
  CHECK(disk.list("file").error().kind == ErrorKind::not_a_directory);
  CHECK(disk.read("file/x").error().kind == ErrorKind::not_a_directory);
  CHECK(disk.write("file/x", "y").error().kind == ErrorKind::not_a_directory);
  CHECK(get(folder / "file") == "x");
}

TEST_CASE("writing a file over a folder fails and leaves no temporary file") {
  TemporaryFolder folder;
  put(folder / "dir/keep.md", "x");
  io::DiskFileSystem disk(folder.str());
  auto written = disk.write("dir", "y");
  REQUIRE_FALSE(written);
  CHECK(written.error().kind == ErrorKind::not_a_file);
  CHECK(names(disk.list("").value()) == "dir/ ");
  CHECK(names(disk.list("dir").value()) == "keep.md ");
}

TEST_CASE("a folder without permission is an error that names the path") {
  TemporaryFolder folder;
  put(folder / "a.md", "x");
  fs::permissions(folder.str(),
                  fs::perms::owner_read | fs::perms::owner_exec | fs::perms::others_read | fs::perms::others_exec);
  NotRoot not_root;
  io::DiskFileSystem disk(folder.str());
  auto written = disk.write("b.md", "y");
  REQUIRE_FALSE(written);
  CHECK(written.error().kind == ErrorKind::permission);
  CHECK(written.error().path == "b.md");
  CHECK(written.error().message == "Permission denied");
}

TEST_CASE("a failed read is recorded, but a missing file is not") {
  TemporaryFolder folder;
  put(folder / "closed/x.md", "x");
  fs::permissions(folder / "closed", fs::perms::none);
  fs::permissions(folder.str(), fs::perms(0755));
  io::DiskFileSystem disk(folder.str());
  CHECK_FALSE(disk.read("nothing.md"));
  CHECK_FALSE(disk.read(std::string(5000, 'a')));
  CHECK_FALSE(disk.list("nothing"));
  CHECK_FALSE(disk.failure());
  {
    NotRoot user;
    CHECK_FALSE(disk.read("closed/x.md"));
    CHECK_FALSE(disk.list("closed"));
  }
  fs::permissions(folder / "closed", fs::perms::owner_all);
  REQUIRE(disk.failure());
  CHECK(disk.failure()->path == "closed/x.md");
  CHECK(disk.failure()->message == "Permission denied");
}

TEST_CASE("writing removes only temporary files of killed processes") {
  TemporaryFolder folder;
  const std::string own = std::to_string(::getpid());
  put(folder / ".sourcebook-999999999-1-0.tmp", "of a process that can't be");
  put(folder / (".sourcebook-" + own + "-1-0.tmp"), "of one that had this number");
  put(folder / ".sourcebook-1-1-0.tmp", "of one that runs");
  put(folder / ".sourcebook-x.tmp", "of somebody else");
  put(folder / "page.md.tmp", "mine");
  io::DiskFileSystem disk(folder.str(), io::Writing::durable);
  REQUIRE(disk.write("page.md", "text"));
  CHECK(names(disk.list("").value()) == ".sourcebook-1-1-0.tmp .sourcebook-x.tmp page.md page.md.tmp ");
  CHECK(io::is_temporary(".sourcebook-1-1-0.tmp"));
  CHECK_FALSE(io::is_temporary(".sourcebook-manifest"));
}

TEST_CASE("a concurrent reader sees the old bytes or the new ones, never a part") {
  TemporaryFolder folder;
  io::DiskFileSystem disk(folder.str());
  std::string even(200000, 'a');
  std::string odd(100000, 'b');
  REQUIRE(disk.write("a.md", even));
  std::atomic<bool> stop{false};
  std::thread writer([&] {
    for (int i = 0; i < 200; ++i) (void)disk.write("a.md", i % 2 ? even : odd);
    stop = true;
  });
  size_t torn = 0;
  while (!stop) {
    auto bytes = disk.read("a.md");
    torn += !bytes || (*bytes != even && *bytes != odd);
  }
  writer.join();
  CHECK(torn == 0);
  CHECK(names(disk.list("").value()) == "a.md ");
}

TEST_CASE("only empty folders are removed") {
  TemporaryFolder folder;
  put(folder / "a/b.md", "x");
  io::DiskFileSystem disk(folder.str());
  disk.remove_if_empty("a");
  CHECK(fs::exists(folder / "a"));
  REQUIRE(disk.remove("a/b.md"));
  disk.remove_if_empty("a");
  CHECK_FALSE(fs::exists(folder / "a"));
}

TEST_CASE("the disk in memory behaves like a real one, and records accesses") {
  RecordingFiles memory({{"a/b.md", "1"}, {"a/c/d.md", "22"}, {"a.md", "333"}});
  CHECK(names(memory.list("").value()) == "a/ a.md ");
  CHECK(names(memory.list("a").value()) == "b.md c/ ");
  CHECK(memory.list("none").error().kind == ErrorKind::not_found);
  CHECK(memory.list("a.md").error().kind == ErrorKind::not_a_directory);
  CHECK(memory.read("a").error().kind == ErrorKind::not_a_file);
  CHECK(memory.read("none").error().kind == ErrorKind::not_found);
  CHECK(memory.status("a/c")->type == EntryType::directory);
  CHECK(memory.status("a/c/d.md")->size == 2);
  CHECK(memory.read("a/b.md").value() == "1");
  REQUIRE(memory.write("x.md", "new"));
  CHECK(memory.write("../x", "").error().kind == ErrorKind::bad_path);
  REQUIRE(memory.remove("a.md"));
  CHECK(memory.remove("a.md").error().kind == ErrorKind::not_found);
  CHECK(memory.writes() == std::vector<std::string>{"x.md"});
  CHECK(memory.removals() == std::vector<std::string>{"a.md"});
  CHECK(memory.files().at("x.md") == "new");
  memory.forget_accesses();
  CHECK(memory.reads().empty());
  memory.fail_at("x.md", ErrorKind::machine, "No space left on device");
  CHECK(memory.write("x.md", "z").error().message == "No space left on device");
  CHECK(memory.files().at("x.md") == "new");
}

TEST_CASE("a file has a stamp unless it was just written") {
  const io::DiskFileSystem machine("/etc");
  auto settled = machine.status("passwd");
  REQUIRE(settled.ok());
  CHECK(settled->stamp != 0);
  CHECK(machine.status("passwd")->stamp == settled->stamp);
  auto entries = machine.list("");
  REQUIRE(entries.ok());
  for (const io::Entry& entry : *entries) {
    if (entry.name == "passwd") CHECK(entry.stamp == settled->stamp);
    if (entry.type == EntryType::directory) CHECK(entry.stamp == 0);
  }
  const TemporaryFolder folder;
  io::DiskFileSystem disk(folder.str());
  REQUIRE(disk.write("new.txt", "new").ok());
  CHECK(disk.status("new.txt")->stamp == 0);
}

TEST_CASE("files that a folder lacks are those of a shared one, which is written where the file is") {
  TemporaryFolder folder;
  put(folder / "site/data/own.csv", "own");
  put(folder / "site/data/both.csv", "site");
  put(folder / "shared/both.csv", "shared");
  put(folder / "shared/other.csv", "other");
  put(folder / "shared/private.txt", "private");
  put(folder / "shared/sources/a.json", "a");
  io::DiskFileSystem disk((folder / "site").string());
  disk.share("data", (folder / "shared").string(), [](std::string_view path) { return path == "data/private.txt"; });
  CHECK(names(disk.list("data").value()) == "both.csv other.csv own.csv sources/ ");
  CHECK(names(disk.list("data/sources").value()) == "a.json ");
  CHECK(disk.read("data/both.csv").value() == "site");
  CHECK(disk.read("data/other.csv").value() == "other");
  CHECK(disk.status("data/other.csv")->size == 5);
  CHECK(!disk.read("data/private.txt").ok());
  CHECK(!disk.read("other.csv").ok());
  REQUIRE(disk.write("data/other.csv", "new"));
  REQUIRE(disk.write("data/added.csv", "added"));
  REQUIRE(disk.write("data/private.txt", "mine"));
  CHECK(get(folder / "shared/other.csv") == "new");
  CHECK(get(folder / "site/data/added.csv") == "added");
  CHECK(get(folder / "shared/private.txt") == "private");
  REQUIRE(disk.remove("data/other.csv"));
  CHECK(!fs::exists(folder / "shared/other.csv"));
}
