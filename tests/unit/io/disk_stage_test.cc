#include "io/disk_stage.h"

#include <doctest/doctest.h>
#include <sys/stat.h>

#include <algorithm>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

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

using Done = base::Result<base::Nothing, io::Error>;

// Puts a text there, and names it as what is to be published.
struct Staged {
  Staged(io::DiskStage& stage, std::string at, std::string_view bytes) : path(std::move(at)) {
    const auto place = stage.put(path, bytes);
    REQUIRE(place);
    file = {&path, *place};
  }
  std::string path;
  io::Stage::File file{};
};

std::vector<Done> publish(io::DiskStage& stage, const std::vector<const Staged*>& list) {
  std::vector<io::Stage::File> files;
  for (const Staged* each : list) files.push_back(each->file);
  return stage.publish(files);
}

bool all_good(const std::vector<Done>& done) {
  return std::all_of(done.begin(), done.end(), [](const Done& each) { return each.ok(); });
}

// By which a folder is known again when it was moved.
uint64_t number_of(const fs::path& folder) {
  struct stat s{};
  return ::stat(folder.c_str(), &s) == 0 ? s.st_ino : 0;
}

}  // namespace

TEST_CASE("what was put on a stage is read again, and stands where it is published") {
  TemporaryFolder folder;
  io::DiskFileSystem disk(folder / "site");
  {
    io::DiskStage stage(disk);
    CHECK(all_below(folder.str()).empty());
    const Staged first(stage, "first.html", "first"), none(stage, "none.html", ""),
        last(stage, "a/b/last.html", std::string(100'000, 'x'));
    CHECK(last.file.place.size == 100'000);
    CHECK(stage.read(last.file).value() == std::string(100'000, 'x'));
    CHECK(stage.read(none.file).value().empty());
    CHECK(all_good(publish(stage, {&last, &first})));
    CHECK_FALSE(stage.read(first.file));
    CHECK_FALSE(stage.read(last.file));
    CHECK(stage.read(none.file));
  }
  CHECK(all_below(folder / "site") == "a/ a/b/ a/b/last.html first.html ");
  CHECK(get(folder / "site/first.html") == "first");
  CHECK(get(folder / "site/a/b/last.html") == std::string(100'000, 'x'));
}

TEST_CASE("a new folder comes with all of its files at once, and others as before") {
  TemporaryFolder folder;
  put(folder / "site/old/there.html", "there");
  io::DiskFileSystem disk(folder / "site");
  io::DiskStage stage(disk);
  const Staged deep(stage, "new/deep/a.html", "deep"), one(stage, "new/1.html", "one"), two(stage, "new/2.html", "two"),
      old(stage, "old/a.html", "old");
  const std::string staged = fs::directory_iterator(folder / "site")->path().filename() == "old"
                                 ? (++fs::directory_iterator(folder / "site"))->path().string()
                                 : fs::directory_iterator(folder / "site")->path().string();
  std::set<uint64_t> numbers;
  for (const auto& each : fs::directory_iterator(staged)) numbers.insert(number_of(each.path()));
  CHECK(numbers.size() == 3);
  CHECK(all_good(publish(stage, {&old, &two, &deep, &one})));
  CHECK(numbers.contains(number_of(folder / "site/new")));
  CHECK(numbers.contains(number_of(folder / "site/new/deep")));
  CHECK_FALSE(numbers.contains(number_of(folder / "site/old")));
  CHECK(get(folder / "site/new/1.html") == "one");
  CHECK(get(folder / "site/new/2.html") == "two");
  CHECK(get(folder / "site/new/deep/a.html") == "deep");
  CHECK(get(folder / "site/old/a.html") == "old");
  CHECK(get(folder / "site/old/there.html") == "there");
}

TEST_CASE("a new folder with a file that is not to be published comes without that") {
  TemporaryFolder folder;
  io::DiskFileSystem disk(folder / "site");
  {
    io::DiskStage stage(disk);
    const Staged draft(stage, "new/draft.html", "draft"), page(stage, "new/page.html", "page");
    CHECK(all_good(publish(stage, {&page})));
  }
  CHECK(all_below(folder / "site") == "new/ new/page.html ");
}

TEST_CASE("what is put at a path again replaces what waits for it") {
  TemporaryFolder folder;
  io::DiskFileSystem disk(folder / "site");
  {
    io::DiskStage stage(disk);
    const Staged first(stage, "new/page.html", "longer than the second"), second(stage, "new/page.html", "second"),
        empty(stage, "page.html", "text"), emptied(stage, "page.html", "");
    CHECK(stage.read(first.file).value() == "second");
    CHECK(all_good(publish(stage, {&second, &emptied})));
  }
  CHECK(all_below(folder / "site") == "new/ new/page.html page.html ");
  CHECK(get(folder / "site/new/page.html") == "second");
  CHECK(get(folder / "site/page.html").empty());
}

TEST_CASE("what is appended stands behind what waits already") {
  TemporaryFolder folder;
  io::DiskFileSystem disk(folder / "site");
  io::DiskStage stage(disk);
  Staged file(stage, "data/prices.csv", "id\n");
  for (std::string_view piece : {"latte\n", "", "mocha\n"}) {
    const auto place = stage.append(file.file, piece);
    REQUIRE(place);
    file.file.place = *place;
  }
  CHECK(file.file.place.size == 15);
  CHECK(stage.read(file.file).value() == "id\nlatte\nmocha\n");
  CHECK(all_good(publish(stage, {&file})));
  CHECK(get(folder / "site/data/prices.csv") == "id\nlatte\nmocha\n");
  CHECK_FALSE(stage.append(file.file, "late"));
  CHECK_FALSE(stage.put("other.html", "after the disk refused"));
}

TEST_CASE("what is dropped waits no more, and the rest of its new folder comes at once") {
  TemporaryFolder folder;
  io::DiskFileSystem disk(folder / "site");
  io::DiskStage stage(disk);
  const Staged page(stage, "new/page.html", "text"), data(stage, "new/data.csv", "id\n");
  stage.drop(data.file);
  const std::string waiting = all_below(folder / "site");
  CHECK(waiting.find("data.csv") == std::string::npos);
  CHECK(all_good(publish(stage, {&page})));
  CHECK(get(folder / "site/new/page.html") == "text");
  CHECK_FALSE(fs::exists(folder / "site/new/data.csv"));
}

TEST_CASE("what is not published goes with the stage, and so do the folders that it made") {
  TemporaryFolder folder;
  io::DiskFileSystem disk(folder / "new/site");
  {
    io::DiskStage stage(disk);
    REQUIRE(stage.put("a/page.html", "bytes"));
    CHECK(fs::exists(folder / "new/site"));
  }
  CHECK(all_below(folder.str()).empty());
  put(folder / "new/site/mine.html", "mine");
  {
    CHECK(io::DiskStage(disk).put("page.html", "bytes"));
  }
  CHECK(all_below(folder.str()) == "new/ new/site/ new/site/mine.html ");
}

TEST_CASE("a file that is published in place of another is as open to others as that was") {
  TemporaryFolder folder;
  put(folder / "page.html", "old");
  fs::permissions(folder / "page.html", fs::perms(0640));
  io::DiskFileSystem disk(folder.str());
  io::DiskStage stage(disk);
  const Staged page(stage, "page.html", "new");
  REQUIRE(all_good(publish(stage, {&page})));
  CHECK(get(folder / "page.html") == "new");
  CHECK(fs::status(folder / "page.html").permissions() == fs::perms(0640));
}

TEST_CASE("nothing is published through a link, in place of a folder, or outside; what is good is") {
  TemporaryFolder folder;
  fs::create_directories(folder / "site/folder/inside");
  fs::create_directories(folder / "elsewhere");
  fs::create_directory_symlink(folder / "elsewhere", folder / "site/link");
  fs::create_directory_symlink(folder / "nowhere", folder / "site/dangling");
  io::DiskFileSystem disk(folder / "site");
  {
    io::DiskStage stage(disk);
    const Staged link(stage, "link/page.html", "bytes"), below(stage, "link/new/page.html", "bytes"),
        dangling(stage, "dangling/page.html", "bytes"), inside(stage, "folder", "bytes"),
        outside(stage, "../page.html", "bytes"), good(stage, "good/page.html", "bytes");
    const std::vector<Done> done = publish(stage, {&link, &below, &dangling, &inside, &outside, &good});
    CHECK(done[0].error().kind == io::ErrorKind::bad_path);
    CHECK(done[1].error().kind == io::ErrorKind::bad_path);
    CHECK(done[2].error().kind == io::ErrorKind::bad_path);
    CHECK(done[3].error().kind == io::ErrorKind::not_a_file);
    CHECK(done[4].error().kind == io::ErrorKind::bad_path);
    CHECK(done[5].ok());
  }
  CHECK(all_below(folder.str()) ==
        "elsewhere/ site/ site/dangling site/folder/ site/folder/inside/ site/good/ site/good/page.html site/link/ ");
}

TEST_CASE("where the disk refuses nothing is put") {
  TemporaryFolder folder;
  put(folder / "file", "no folder");
  io::DiskFileSystem disk(folder / "file");
  io::DiskStage stage(disk);
  CHECK_FALSE(stage.put("page.html", "bytes"));
  CHECK_FALSE(stage.put("page.html", "more"));
  CHECK(all_below(folder.str()) == "file ");
}

TEST_CASE("several threads may put and read") {
  TemporaryFolder folder;
  io::DiskFileSystem disk(folder.str());
  {
    io::DiskStage stage(disk);
    std::vector<std::string> paths;
    for (size_t i = 0; i < 400; ++i) paths.push_back("at" + std::to_string(i % 3) + "/" + std::to_string(i));
    std::vector<io::Stage::File> files(paths.size());
    base::parallel_for(4, files.size(), [&](size_t i, unsigned) {
      const std::string bytes(i * 7, static_cast<char>('a' + i % 26));
      auto place = stage.put(paths[i], bytes);
      if (!place || stage.read({&paths[i], *place}).value() != bytes) throw std::logic_error("other bytes");
      files[i] = {&paths[i], *place};
    });
    CHECK(all_good(stage.publish(files)));
  }
  CHECK(std::distance(fs::recursive_directory_iterator(folder.str()), fs::recursive_directory_iterator()) == 403);
  CHECK(get(folder / "at2/8") == std::string(56, 'i'));
}

TEST_CASE("what is to last is held until it is written") {
  TemporaryFolder folder;
  CHECK(io::DiskFileSystem(folder.str(), io::Writing::lasting).stage() == nullptr);
  CHECK(io::DiskFileSystem(folder.str()).stage() != nullptr);
}
