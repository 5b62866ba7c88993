// Tests what happens if a file is changed while `sourcebook fix` runs.
#include "../whole_site.h"
#include "build/fix.h"

namespace {

// A disk on which a file has different bytes when it is read a second time.
class ChangingDisk final : public io::FileSystem {
 public:
  ChangingDisk(io::FileSystem& disk, std::string file) : disk_(disk), file_(std::move(file)) {}

  base::Result<std::vector<io::Entry>, io::Error> list(const std::string& directory) const override {
    return disk_.list(directory);
  }
  base::Result<io::Entry, io::Error> status(const std::string& path) const override { return disk_.status(path); }
  base::Result<std::string, io::Error> read(const std::string& file) const override {
    auto bytes = disk_.read(file);
    if (bytes && file == file_ && reads_++ > 0) return *bytes + "More.\n";
    return bytes;
  }
  base::Result<base::Nothing, io::Error> write(const std::string& file, std::string_view bytes) override {
    return disk_.write(file, bytes);
  }
  base::Result<base::Nothing, io::Error> remove(const std::string& file) override { return disk_.remove(file); }
  void remove_if_empty(const std::string& directory) override { disk_.remove_if_empty(directory); }

 private:
  io::FileSystem& disk_;
  std::string file_;
  mutable int reads_ = 0;
};

TEST_CASE("a file that has changed since it was read is not written") {
  WholeSite site(with_data({{"content/index.md", page("Coffee", "It costs [€9](fig:prices/latte/price).\n")}}));
  ChangingDisk disk(site.root, "content/index.md");
  auto report = build::fix_site(disk, {}, false);
  CHECK(report.figures == 0);
  std::string text = said(report.left);
  CHECK(has(text, "error[file-changed]: content/index.md has changed since it was read\n"));
  CHECK(has(text, "= help: run `sourcebook fix` again\n"));
  CHECK(has(text, "error[figure-mismatch]"));
  CHECK(has(site.root.files().at("content/index.md"), "€9"));
}

}  // namespace
