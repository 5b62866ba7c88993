#include "io/source_tree.h"

#include <doctest/doctest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "base/diagnostic_format.h"
#include "io/disk.h"
#include "unit/recording_files.h"
#include "unit/temporary_folder.h"

namespace io {
namespace {

using Paths = std::vector<std::string>;
using Bytes = std::map<std::string, std::string>;

Paths paths(const SourceTree& tree) {
  Paths list;
  for (const SourceFile* file : tree.below("")) list.push_back(file->source.path());
  return list;
}

std::string said(const base::Diagnostics& diagnostics) {
  std::string text;
  for (const base::Diagnostic& d : diagnostics.list())
    text += base::format_diagnostic(d, base::DiagnosticFormat::text, false);
  return text;
}

SourceTree read(const FileSystem& files, base::Diagnostics& diagnostics, unsigned jobs = 1) {
  return SourceTree::read(files, {"content", "data"}, jobs, diagnostics);
}

TEST_CASE("every file of the folders is read once, with its bytes and their hash") {
  RecordingFiles disk(
      {{"content/a.md", "A"}, {"content/b/c.md", "C"}, {"data/x.json", std::string("\0\xFF", 2)}, {"other/z", "Z"}});
  base::Diagnostics diagnostics;
  SourceTree tree = read(disk, diagnostics);
  CHECK(diagnostics.empty());
  CHECK(paths(tree) == Paths{"content/a.md", "content/b/c.md", "data/x.json"});
  CHECK(disk.reads() == paths(tree));
  CHECK(tree.find("content/a.md")->source.text() == "A");
  CHECK(tree.find("content/a.md")->hash == base::hash_bytes("A"));
  CHECK(tree.find("data/x.json")->source.text() == std::string("\0\xFF", 2));
  CHECK(tree.find("other/z") == nullptr);
  CHECK(tree.find("content") == nullptr);
}

TEST_CASE("a prefix selects all files below it in bytewise order") {
  RecordingFiles disk({{"content/b.md", ""}, {"content/B.md", ""}, {"content/b/x.md", ""}, {"content/bc.md", ""}});
  base::Diagnostics diagnostics;
  SourceTree tree = read(disk, diagnostics);
  Paths found;
  for (const SourceFile* file : tree.below("content/b/")) found.push_back(file->source.path());
  CHECK(found == Paths{"content/b/x.md"});
  CHECK(paths(tree) == Paths{"content/B.md", "content/b.md", "content/b/x.md", "content/bc.md"});
  CHECK(tree.below("nothing").empty());
}

TEST_CASE("missing folders count as empty; hidden files and backups are skipped") {
  RecordingFiles disk({{"content/.git/x", ""},
                       {"content/.DS_Store", ""},
                       {"content/a.md~", ""},
                       {"content/#a.md#", ""},
                       {"content/a.md", ""}});
  base::Diagnostics diagnostics;
  CHECK(paths(read(disk, diagnostics)) == Paths{"content/a.md"});
  CHECK(diagnostics.empty());
}

TEST_CASE("a hidden folder with files is reported, unless it belongs to a tool") {
  for (const char* folder : {".well-known", ".notes", ".drafts", ".hidden", ".assets", ".images", ".x", "..more",
                             "sub/.well-known", ".Notes"}) {
    RecordingFiles disk({{"content/a.md", "A"}, {std::string("content/") + folder + "/b.md", "B"}});
    base::Diagnostics diagnostics;
    CHECK(paths(read(disk, diagnostics)) == Paths{"content/a.md"});
    CHECK_MESSAGE(said(diagnostics) == "warning[hidden-folder]: the folder content/" + std::string(folder) +
                                           " is not read, since its name begins with a dot\n  --> content/" + folder +
                                           "\n   = help: rename it; add folders that a host expects, such as "
                                           ".well-known, when you deploy the site\n",
                  folder);
    CHECK_FALSE(SourceTree::look(disk, {"content", "data"}, 1, {}));  // the next build reports it again
  }
  for (const char* folder :
       {".git", ".obsidian", ".vscode", ".idea", ".cache", ".trash", ".svn", ".hg", ".github", ".ipynb_checkpoints"}) {
    RecordingFiles disk({{"content/a.md", "A"}, {std::string("content/") + folder + "/b.md", "B"}});
    base::Diagnostics diagnostics;
    CHECK(paths(read(disk, diagnostics)) == Paths{"content/a.md"});
    CHECK_MESSAGE(diagnostics.empty(), folder);
  }
}

TEST_CASE("a default file is used if the site does not have one") {
  RecordingFiles disk(Bytes{{"content/a.md", "mine"}});
  base::Diagnostics diagnostics;
  SourceTree tree = read(disk, diagnostics);
  tree.add_default(std::make_shared<const SourceFile>("content/a.md", "theirs"));
  tree.add_default(std::make_shared<const SourceFile>("content/b.md", "theirs"));
  CHECK(tree.find("content/a.md")->source.text() == "mine");
  CHECK(tree.find("content/b.md")->source.text() == "theirs");
}

TEST_CASE("each unreadable file is reported, and the others are read") {
  RecordingFiles disk({{"content/a.md", "A"}, {"content/b.md", "B"}, {"content/c/d.md", "D"}});
  disk.fail_at("content/a.md", ErrorKind::permission, "Permission denied");
  disk.fail_at("content/c", ErrorKind::machine, "Input/output error");
  base::Diagnostics diagnostics;
  CHECK(paths(read(disk, diagnostics)) == Paths{"content/b.md"});
  diagnostics.sort();
  CHECK(said(diagnostics) ==
        "error[unreadable-file]: content/a.md can't be read: Permission denied\n"
        "  --> content/a.md\n"
        "   = help: give the user who builds the site permission to read it\n"
        "error[unreadable-file]: content/c can't be read: Input/output error\n"
        "  --> content/c\n");
}

TEST_CASE("a file where a folder is expected is reported") {
  RecordingFiles disk(Bytes{{"content", "not a folder"}});
  base::Diagnostics diagnostics;
  read(disk, diagnostics);
  CHECK(said(diagnostics) ==
        "error[unreadable-file]: content can't be read: Not a directory\n"
        "  --> content\n"
        "   = expected: a folder\n");
}

TEST_CASE("names that some hosts can't serve are reported") {
  const std::vector<std::pair<std::string, std::string>> names = {
      {"a\nb", "it contains a control character"},
      {"a\\b", "it contains '\\'"},
      {"why?", "it contains '?'"},
      {"a:b", "it contains ':'"},
      {"\xFF.md", "it is not valid UTF-8"},
      {"o\xCC\x88.md", "its accents are not in composed form (Unicode NFC)"},
      {"end.", "it starts or ends with a space or dot"},
      {" start", "it starts or ends with a space or dot"},
      {std::string(201, 'a'), "it is longer than 200 bytes"},
  };
  for (const auto& [name, why] : names) {
    CAPTURE(why);
    RecordingFiles disk(Bytes{{"content/" + name, ""}, {"content/ok.md", ""}});
    base::Diagnostics diagnostics;
    CHECK(paths(read(disk, diagnostics)) == Paths{"content/ok.md"});
    REQUIRE(diagnostics.errors() == 1);
    CHECK(diagnostics.list()[0].code == "bad-file-name");
    CHECK(diagnostics.list()[0].message.ends_with(why));
  }
  RecordingFiles disk(
      {{"content/größe & 100% (neu).md", ""}, {"content/日本.md", ""}, {"content/" + std::string(200, 'a'), ""}});
  base::Diagnostics diagnostics;
  CHECK(read(disk, diagnostics).below("").size() == 3);
  CHECK(diagnostics.empty());
}

TEST_CASE("folders nested too deeply are an error") {
  std::string deep = "content";
  for (int i = 0; i < 40; ++i) deep += "/d";
  RecordingFiles disk(Bytes{{deep + "/x.md", ""}, {"content/a.md", ""}});
  base::Diagnostics diagnostics;
  CHECK(paths(read(disk, diagnostics)) == Paths{"content/a.md"});
  REQUIRE(diagnostics.errors() == 1);
  CHECK(diagnostics.list()[0].code == "too-deep");
}

TEST_CASE("the result does not depend on the number of threads") {
  std::map<std::string, std::string> files;
  for (int i = 0; i < 200; ++i) files["content/" + std::to_string(i) + ".md"] = std::to_string(i);
  RecordingFiles disk(files);
  for (int i = 0; i < 200; i += 7) disk.fail_at("content/" + std::to_string(i) + ".md", ErrorKind::machine, "broken");
  base::Diagnostics one, four;
  CHECK(paths(read(disk, one, 1)) == paths(read(disk, four, 4)));
  CHECK(said(one) == said(four));
  CHECK(one.errors() == 29);
}

TEST_CASE("links and special files are reported, not followed") {
  namespace fs = std::filesystem;
  std::string pattern = (fs::temp_directory_path() / "sourcebook-XXXXXX").string();
  fs::path root = ::mkdtemp(pattern.data());
  fs::create_directories(root / "content");
  std::ofstream(root / "content/a.md") << "A";
  fs::create_symlink("a.md", root / "content/link.md");
  fs::create_directory_symlink("/etc", root / "content/etc");
  DiskFileSystem disk(root.string());
  base::Diagnostics diagnostics;
  CHECK(paths(read(disk, diagnostics)) == Paths{"content/a.md"});
  CHECK(diagnostics.errors() == 2);
  CHECK(said(diagnostics)
            .find("error[not-a-file]: content/link.md is a symbolic link\n"
                  "  --> content/link.md\n"
                  "   = expected: a file or a folder\n"
                  "   = help: copy the file itself to this path; links are not followed, so that a build reads nothing "
                  "outside the site\n") != std::string::npos);
  fs::remove_all(root);
}

TEST_CASE("a file that is too large is reported, and not read") {
  namespace fs = std::filesystem;
  const TemporaryFolder folder;
  fs::create_directories(folder / "content");
  std::ofstream(folder / "content/a.md") << "A";
  fs::resize_file(folder / "content/a.md", uint64_t{3} << 30);
  base::Diagnostics diagnostics;
  CHECK(paths(read(DiskFileSystem(folder.str()), diagnostics)).empty());
  CHECK(said(diagnostics) ==
        "error[too-large]: content/a.md has 3072 MB\n"
        "  --> content/a.md\n"
        "   = expected: at most 2048 MB\n");
}

TEST_CASE("unchanged files are shared with an earlier tree, and not read if their stamp is unchanged") {
  RecordingFiles disk;
  for (const char* name : {"content/a.md", "content/b.md", "content/c.md"}) REQUIRE(disk.write(name, name).ok());
  base::Diagnostics diagnostics;
  const SourceTree earlier = read(disk, diagnostics);
  REQUIRE(disk.write("content/b.md", "other").ok());
  REQUIRE(disk.write("content/c.md", "content/c.md").ok());  // the bytes are the same
  disk.forget_accesses();
  const SourceTree tree = SourceTree::read(disk, {"content"}, 1, diagnostics, &earlier);
  CHECK(disk.reads() == Paths{"content/b.md", "content/c.md"});
  CHECK(tree.find("content/a.md") == earlier.find("content/a.md"));
  CHECK(tree.find("content/b.md") != earlier.find("content/b.md"));
  CHECK(tree.find("content/b.md")->source.text() == "other");
  CHECK(tree.find("content/c.md") == earlier.find("content/c.md"));
}

TEST_CASE("look() returns the same hashes as a tree, and reads only files whose stamp changed") {
  RecordingFiles disk;
  for (const char* name : {"content/b.md", "content/a.md", "data/x.json"}) REQUIRE(disk.write(name, name).ok());
  base::Diagnostics diagnostics;
  const auto states = read(disk, diagnostics).states();
  disk.forget_accesses();
  CHECK(SourceTree::look(disk, {"content", "data"}, 2, states) == states);
  CHECK(disk.reads().empty());
  CHECK(SourceTree::look(disk, {"content", "data"}, 2, {}) == states);
  REQUIRE(disk.write("content/b.md", "b").ok());
  auto changed = SourceTree::look(disk, {"content", "data"}, 1, states);
  REQUIRE(changed);
  CHECK((*changed)[1].hash == base::hash_bytes("b"));
  CHECK((*changed)[0] == states[0]);
  disk.fail_at("content/b.md", ErrorKind::permission, "Permission denied");
  CHECK_FALSE(SourceTree::look(disk, {"content", "data"}, 1, states));
}

TEST_CASE("a file without a stamp is read each time") {
  const RecordingFiles disk(std::map<std::string, std::string>{{"content/a.md", "A"}});
  base::Diagnostics diagnostics;
  const SourceTree earlier = read(disk, diagnostics);
  const SourceTree tree = SourceTree::read(disk, {"content"}, 1, diagnostics, &earlier);
  CHECK(disk.reads().size() == 2);
  CHECK(tree.find("content/a.md") == earlier.find("content/a.md"));
}

}  // namespace
}  // namespace io
