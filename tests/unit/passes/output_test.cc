// Tests that files of a build are staged unless the output folder already has them.
#include "passes/output.h"

#include <doctest/doctest.h>

#include "io/memory.h"

namespace {

// Fails the n-th write and all later ones.
class FullStage final : public io::Stage {
 public:
  explicit FullStage(size_t writes) : left_(writes) {}
  Done write(const std::string& path, std::string_view bytes) override {
    files[path] = "";
    return append(path, bytes);
  }
  Done append(const std::string& path, std::string_view bytes) override {
    if (left_ == 0) return base::Failure{io::Error{io::ErrorKind::machine, path, "No space left on device"}};
    --left_;
    files[path] += bytes;
    return base::Nothing{};
  }
  void drop(const std::string& path) override { files.erase(path); }
  base::Result<std::string, io::Error> read(const std::string& path) const override { return files.at(path); }
  std::vector<Done> publish(const std::vector<std::string>&) override { return {}; }

  std::map<std::string, std::string> files;

 private:
  size_t left_;
};

struct Staged {
  explicit Staged(size_t writes = 100, const std::map<std::string, std::string>& before = {}) : stage(writes) {
    for (const auto& [path, bytes] : before) {
      REQUIRE(disk.write(path, bytes));
      known[path] = {disk.status(path)->stamp, base::hash_bytes(bytes)};
    }
    folder.emplace(disk, known);
    outputs.emplace(*folder, stage);
  }

  io::MemoryFileSystem disk;
  passes::PublishedFiles known;
  FullStage stage;
  std::optional<passes::OutputFolder> folder;
  std::optional<passes::Outputs> outputs;
};

// Returns pieces that are longer together than the memory buffer of a growing file.
std::vector<std::string> pieces() {
  std::vector<std::string> pieces(30, std::string(100'000, 'x'));
  for (size_t i = 0; i < pieces.size(); ++i) pieces[i] += std::to_string(i);
  return pieces;
}

base::Hash add_pieces(passes::Outputs& outputs, const std::string& address) {
  passes::GrowingFile file(outputs, address);
  for (const std::string& piece : pieces()) file.append(piece);
  return file.finish();
}

std::string whole() {
  std::string all;
  for (const std::string& piece : pieces()) all += piece;
  return all;
}

}  // namespace

TEST_CASE("a file that the output folder does not have is staged") {
  Staged staged(100, {{"same.html", "same"}, {"other.html", "old"}});
  passes::Outputs& outputs = *staged.outputs;
  CHECK(outputs.add_file("same.html", "same") == base::hash_bytes("same"));
  outputs.add_file("other.html", "new");
  outputs.add_file("new.html", "new");
  outputs.add_file("new.html", "the first counts");
  CHECK(staged.stage.files == std::map<std::string, std::string>{{"new.html", "new"}, {"other.html", "new"}});
  CHECK(outputs.read("same.html").value() == "same");
  CHECK(outputs.read("other.html").value() == "new");
  CHECK(outputs.files().size() == 3);
  CHECK_FALSE(outputs.files().at("same.html").is_staged);
  CHECK(outputs.failures().empty());
}

TEST_CASE("a file that is written in pieces equals the same file written at once") {
  Staged staged;
  const base::Hash hash = base::hash_bytes(whole());
  CHECK(add_pieces(*staged.outputs, "a.csv") == hash);
  CHECK(staged.outputs->files().at("a.csv").hash == hash);
  CHECK(staged.stage.files.at("a.csv") == whole());
  passes::GrowingFile small(*staged.outputs, "b.csv"), empty(*staged.outputs, "c.csv");
  for (std::string_view piece : {"one ", "two"}) small.append(piece);
  CHECK(small.finish() == base::hash_bytes("one two"));
  CHECK(empty.finish() == base::hash_bytes(""));
  CHECK(staged.stage.files.at("b.csv") == "one two");
  CHECK(staged.stage.files.at("c.csv").empty());
}

TEST_CASE("a file that the output folder already has is not staged, even if it was written in pieces") {
  Staged staged(100, {{"a.csv", whole()}});
  add_pieces(*staged.outputs, "a.csv");
  CHECK(staged.stage.files.empty());
  CHECK_FALSE(staged.outputs->files().at("a.csv").is_staged);
}

TEST_CASE("an error while staging any piece of a file is reported") {
  for (size_t writes = 0; writes < 3; ++writes) {
    CAPTURE(writes);
    Staged staged(writes);
    add_pieces(*staged.outputs, "a.csv");
    staged.outputs->add_file("b.csv", "b");
    CHECK(staged.outputs->failures().at("a.csv").message == "No space left on device");
    CHECK_FALSE(staged.outputs->files().at("a.csv").is_staged);
  }
}
