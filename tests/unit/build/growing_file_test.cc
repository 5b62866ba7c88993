// Files that are made piece by piece, where the disk takes them and where it refuses.
#include "build/growing_file.h"

#include <doctest/doctest.h>

#include "build/products.h"
#include "io/memory.h"

namespace {

// Holds what is put there, and refuses the piece of that number and all later ones.
class FullDisk final : public io::Stage {
 public:
  explicit FullDisk(size_t pieces) : left_(pieces) {}
  std::optional<Place> put(const std::string& path, std::string_view bytes) override {
    files[path] = "";
    return append({&path, {}}, bytes);
  }
  std::optional<Place> append(const File& file, std::string_view bytes) override {
    if (left_ == 0) return std::nullopt;
    --left_;
    std::string& all = files[*file.path];
    all += bytes;
    return Place{0, all.size()};
  }
  void drop(const File& file) override { files.erase(*file.path); }
  base::Result<std::string, io::Error> read(const File& file) const override { return files.at(*file.path); }
  std::vector<base::Result<base::Nothing, io::Error>> publish(const std::vector<File>&) override { return {}; }

  std::map<std::string, std::string> files;

 private:
  size_t left_;
};

// Makes two files of three pieces each.
struct Made {
  explicit Made(io::Stage* stage, std::map<std::string, std::string> standing = {}) : outputs(stage) {
    for (const auto& [path, bytes] : standing) {
      REQUIRE(disk.write(path, bytes));
      known[path] = {disk.status(path)->stamp, base::hash_bytes(bytes)};
    }
    const build::OutputFolder folder(disk, known);
    build::Product product;
    build::ProductFiles(product, folder, outputs).add_in_pieces({"a.csv", "a.json"}, [&](const auto& take) {
      ++times;
      for (std::string_view piece : {"one ", "two ", "three"}) take(0, piece), take(1, piece);
    });
    files = product.files;
  }
  const build::Output& at(const char* address) const { return outputs.files().at(address); }

  io::MemoryFileSystem disk;
  build::PublishedFiles known;
  build::Outputs outputs;
  std::map<std::string, base::Hash> files;
  size_t times = 0;
};

const base::Hash kHash = base::hash_bytes("one two three");
const std::map<std::string, base::Hash> kFiles = {{"a.csv", kHash}, {"a.json", kHash}};

}  // namespace

TEST_CASE("where there is a stage no more than a piece is held") {
  FullDisk stage(6);
  const Made made(&stage);
  CHECK(made.files == kFiles);
  CHECK(made.times == 1);
  for (const char* address : {"a.csv", "a.json"}) {
    CHECK(made.at(address).bytes.empty());
    CHECK(made.at(address).hash == kHash);
    CHECK(made.at(address).staged->size == 13);
    CHECK(stage.files[address] == "one two three");
  }
}

TEST_CASE("where there is none, and where the disk refuses any piece, files are held in memory") {
  CHECK(Made(nullptr).at("a.csv").bytes == "one two three");
  for (size_t pieces = 0; pieces < 6; ++pieces) {
    CAPTURE(pieces);
    FullDisk stage(pieces);
    const Made made(&stage);
    CHECK(made.files == kFiles);
    CHECK(made.times == 2);
    for (const char* address : {"a.csv", "a.json"}) {
      CHECK(made.at(address).bytes == "one two three");
      CHECK_FALSE(made.at(address).staged);
    }
  }
}

TEST_CASE("a file that stands as it is made is kept") {
  FullDisk stage(6);
  const Made made(&stage, {{"a.csv", "one two three"}, {"a.json", "one two four"}});
  CHECK(made.at("a.csv").is_kept);
  CHECK_FALSE(made.at("a.json").is_kept);
  CHECK(stage.files == std::map<std::string, std::string>{{"a.json", "one two three"}});
  CHECK(made.files == kFiles);
}
