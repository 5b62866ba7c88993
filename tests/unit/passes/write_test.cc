// Tests the write pass on a real disk, where files become folders and vice versa.
#include "passes/write.h"

#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "io/disk.h"
#include "unit/whole_site.h"

namespace fs = std::filesystem;

namespace {

passes::WriteCounts write_out(const Files& files, io::FileSystem& disk, base::Diagnostics& diagnostics,
                              bool adopts = false) {
  passes::PublishedFiles none, now;
  const passes::OutputFolder before(disk, none);
  const auto stage = disk.stage();
  passes::Outputs outputs(before, *stage);
  for (const auto& [address, bytes] : files) outputs.add_file(address, bytes);
  return passes::write_outputs(outputs, disk, adopts, diagnostics, now);
}

struct Folder {
  Folder() {
    std::string pattern = (fs::temp_directory_path() / "sourcebook-XXXXXX").string();
    path = ::mkdtemp(pattern.data());
  }
  ~Folder() {
    std::error_code ignored;
    fs::remove_all(path, ignored);
  }
  std::string write(const Files& files, passes::WriteCounts& counts, bool adopts = false) const {
    io::DiskFileSystem disk(path.string());
    base::Diagnostics diagnostics;
    counts = write_out(files, disk, diagnostics, adopts);
    return said(diagnostics);
  }
  std::string write(const Files& files, bool adopts = false) const {
    passes::WriteCounts counts;
    return write(files, counts, adopts);
  }
  Files read() const {
    Files files;
    io::DiskFileSystem disk(path.string());
    for (const auto& entry : fs::recursive_directory_iterator(path)) {
      std::string address = fs::relative(entry.path(), path).string();
      if (entry.is_regular_file() && address != passes::kManifest)
        files[address] = std::string(disk.read(address).value());
    }
    return files;
  }
  fs::path path;
};

TEST_CASE("a file can become a folder, and a folder a file") {
  Folder folder;
  const Files first{{"notes", "a file"}, {"deep/er/x.txt", "x"}, {"index.html", "i"}};
  const Files second{{"notes/a.txt", "in a folder"}, {"deep", "a file now"}, {"index.html", "i"}};
  CHECK(folder.write(first) == "");
  CHECK(folder.read() == first);
  CHECK(folder.write(second) == "");
  CHECK(folder.read() == second);
  CHECK(folder.write(first) == "");
  CHECK(folder.read() == first);
}

TEST_CASE("empty folders of the build are removed, but those of others are not") {
  Folder folder;
  CHECK(folder.write({{"a/b/c.html", "c"}, {"d/e.html", "e"}}) == "");
  fs::create_directory(folder.path / "d/mine");
  CHECK(folder.write({{"index.html", "i"}}) == "");
  CHECK(!fs::exists(folder.path / "a"));
  CHECK(fs::exists(folder.path / "d/mine"));
}

TEST_CASE("a blocked path is reported, and all other files are written") {
  Folder folder;
  fs::create_directories(folder.path / "index.html/mine");
  std::string text = folder.write({{"index.html", "i"}, {"other.html", "o"}});
  CHECK(text ==
        "error[unwritable-file]: index.html can't be written: a folder has this name\n"
        "  --> index.html\n"
        "   = help: move it out of the output folder and build again\n");
  CHECK(folder.read() == Files{{"other.html", "o"}});
  fs::remove_all(folder.path / "index.html");
  CHECK(folder.write({{"index.html", "i"}}) == "");
  CHECK(folder.read() == Files{{"index.html", "i"}});  // the manifest of the failed build lists other.html
}

TEST_CASE("a path that blocks many files is reported once") {
  Folder folder, elsewhere;
  fs::create_directory_symlink(elsewhere.path, folder.path / "assets");
  fs::create_directories(folder.path / "lessons");
  CHECK(::mkfifo((folder.path / "lessons/part").c_str(), 0600) == 0);
  CHECK(::mkfifo((folder.path / "z.html").c_str(), 0600) == 0);
  fs::create_symlink("nowhere", folder.path / "y.html");
  std::ofstream(folder.path / "data") << "a file";
  CHECK(folder.write({{"assets/a.css", "a"},
                      {"assets/b/b.js", "b"},
                      {"assets/c.js", "c"},
                      {"data/rows.csv", "r"},
                      {"lessons/part/1.html", "1"},
                      {"y.html", "y"},
                      {"z.html", "z"}},
                     true) ==
        "error[unwritable-file]: 3 files below assets can't be written: it is a symbolic link, not a folder\n"
        "  --> assets\n"
        "   = help: move it out of the output folder and build again\n"
        "error[unwritable-file]: 1 file below data can't be written: it is a file, not a folder\n"
        "  --> data\n"
        "   = help: move it out of the output folder and build again\n"
        "error[unwritable-file]: 1 file below lessons/part can't be written: it is something else, not a folder\n"
        "  --> lessons/part\n"
        "   = help: move it out of the output folder and build again\n");
  CHECK(fs::is_empty(elsewhere.path));
  CHECK(fs::is_regular_file(fs::symlink_status(folder.path / "y.html")));
  CHECK(fs::is_regular_file(fs::symlink_status(folder.path / "z.html")));
}

TEST_CASE("a file that no build wrote is not overwritten, unless the folder is adopted") {
  Folder folder, elsewhere;
  std::ofstream(elsewhere.path / "theirs.txt") << "theirs";
  CHECK(folder.write({{"a.html", "a"}}) == "");
  std::ofstream(folder.path / "b.html") << "mine";
  std::ofstream(folder.path / "same.html") << "same";
  const Files site{{"a.html", "A"}, {"b.html", "b"}, {"c.html", "c"}, {"same.html", "same"}};
  fs::create_symlink(elsewhere.path / "theirs.txt", folder.path / "c.html");
  passes::WriteCounts counts;
  CHECK(folder.write(site, counts) ==
        "error[foreign-file]: 2 files in the output folder have the address of a page or file of this site, but no "
        "build wrote them\n"
        "  --> b.html\n"
        "   = help: name another folder with --out, move those files, or build once with --adopt-output to replace "
        "them\n");
  CHECK(counts.foreign == 2);
  CHECK(fs::is_symlink(folder.path / "c.html"));
  CHECK(io::DiskFileSystem(folder.path.string()).read("b.html").value() == "mine");
  CHECK(io::DiskFileSystem(folder.path.string()).read("a.html").value() == "a");
  CHECK(folder.write(site, true) == "");
  CHECK(folder.read() == site);
  CHECK(elsewhere.read() == Files{{"theirs.txt", "theirs"}});
  CHECK(folder.write({{"a.html", "A"}}) == "");  // the other files now belong to the site
  CHECK(folder.read() == Files{{"a.html", "A"}});
}

TEST_CASE("symbolic links are left unchanged, like files that no build wrote, and reported") {
  Folder folder, elsewhere;
  std::ofstream(elsewhere.path / "theirs.txt") << "theirs";
  CHECK(folder.write({{"a.html", "a"}, {"b.html", "b"}, {"d/e.html", "e"}, {"f/g.html", "g"}}) == "");
  const auto link = [&](const char* to, const char* from) {
    fs::remove_all(folder.path / from);
    fs::create_symlink(elsewhere.path / to, folder.path / from);
  };
  link("theirs.txt", "b.html");
  link("", "d");
  link("", "folder");
  link("theirs.txt", "f/file");
  link("nowhere", "dangling");
  link("", ".hidden");
  using Paths = std::vector<std::string>;
  passes::WriteCounts counts;
  CHECK(folder.write({{"a.html", "a"}}, counts) == "");
  CHECK(counts.removed.size() == 1);
  CHECK(counts.changed == Paths{"b.html"});
  CHECK(counts.others == Paths{"d", "dangling", "f/file", "folder"});
  CHECK(folder.write({{"a.html", "a"}}, counts) == "");
  CHECK(counts.changed == Paths{});
  CHECK(counts.others == Paths{"b.html", "d", "dangling", "f/file", "folder"});
  for (const char* left : {"b.html", "d", "dangling", "f/file", "folder", ".hidden"})
    CHECK_MESSAGE(fs::is_symlink(folder.path / left), left);
  CHECK(elsewhere.read() == Files{{"theirs.txt", "theirs"}});
}

TEST_CASE("an output folder that was removed during the build is reported once") {
  Folder folder;
  io::DiskFileSystem disk(folder.path.string());
  const auto stage = disk.stage();
  const passes::PublishedFiles none;
  const passes::OutputFolder before(disk, none);
  passes::Outputs outputs(before, *stage);
  for (const char* address : {"a.html", "b/c.html", "b/d.html"}) outputs.add_file(address, "words");
  fs::remove_all(folder.path);
  base::Diagnostics diagnostics;
  passes::PublishedFiles now;
  passes::write_outputs(outputs, disk, false, diagnostics, now);
  CHECK(said(diagnostics) ==
        "error[unwritable-file]: 3 files can't be written: the folder for them was removed while the site was built\n"
        "  --> a.html\n"
        "   = help: build again, and do not change the output folder during the build\n");
}

// A disk that throws after `left` files, as if the program had been killed.
class EndingDisk final : public io::FileSystem {
 public:
  EndingDisk(io::FileSystem& disk, size_t left) : disk_(disk), left_(left) {}
  base::Result<std::vector<io::Entry>, io::Error> list(const std::string& directory) const override {
    return disk_.list(directory);
  }
  base::Result<io::Entry, io::Error> status(const std::string& path) const override { return disk_.status(path); }
  base::Result<std::string, io::Error> read(const std::string& file) const override {
    if (file == unread) return base::Failure{io::Error{io::ErrorKind::machine, file, "Input/output error"}};
    return disk_.read(file);
  }
  base::Result<base::Nothing, io::Error> write(const std::string& file, std::string_view bytes) override {
    if (left_ == 0) throw std::runtime_error("killed");
    --left_;
    return disk_.write(file, bytes);
  }
  base::Result<base::Nothing, io::Error> remove(const std::string& file) override { return disk_.remove(file); }
  void remove_if_empty(const std::string& directory) override { disk_.remove_if_empty(directory); }

  std::string unread;

 private:
  io::FileSystem& disk_;
  size_t left_;
};

TEST_CASE("files published by a killed build are removed if the site no longer has their page") {
  const Files first{{"index.html", "i"}, {"z.html", "z"}},
      second{{"a.html", "a"}, {"index.html", "I"}, {"z.html", "z"}};
  for (size_t writes = 0; writes <= 3; ++writes) {
    CAPTURE(writes);
    Folder folder;
    CHECK(folder.write(first) == "");
    io::DiskFileSystem disk(folder.path.string());
    EndingDisk ending(disk, writes);
    base::Diagnostics diagnostics;
    CHECK_THROWS(write_out(second, ending, diagnostics));
    CHECK(folder.write(first) == "");
    CHECK(folder.read() == first);
  }
}

TEST_CASE("if the manifest can't be read, no published file is forgotten") {
  Folder folder;
  CHECK(folder.write({{"index.html", "i"}, {"old.html", "o"}}) == "");
  io::DiskFileSystem disk(folder.path.string());
  EndingDisk ending(disk, 100);
  for (std::string file : {std::string(passes::kManifest), std::string("old.html")}) {
    CAPTURE(file);
    ending.unread = file;
    base::Diagnostics diagnostics;
    write_out({{"index.html", "I"}}, ending, diagnostics);
    CHECK(diagnostics.errors() == 1);
    CHECK(diagnostics.list().front().code == "unwritable-file");
  }
  CHECK(folder.read() == Files{{"index.html", "I"}, {"old.html", "o"}});
  CHECK(folder.write({{"index.html", "I"}}) == "");
  CHECK(folder.read() == Files{{"index.html", "I"}});
}

TEST_CASE("an unwritable manifest is reported") {
  RecordingFiles disk;
  base::Diagnostics diagnostics;
  write_out({{"a.html", "a"}, {"b.html", "b"}}, disk, diagnostics);
  disk.fail_at(std::string(passes::kManifest), io::ErrorKind::machine, "No space left on device");
  CHECK(write_out({{"b.html", "b"}}, disk, diagnostics).unchanged == 0);
  CHECK(disk.files().contains("a.html"));  // without a manifest, the file may be the user's
  CHECK(said(diagnostics) ==
        "error[unwritable-file]: .sourcebook-manifest can't be read: No space left on device\n"
        "  --> .sourcebook-manifest\n"
        "   = help: check the permissions of the output folder and the space left on the disk\n");
}

}  // namespace
