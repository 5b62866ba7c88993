// Tests builds to disk, where rendered pages are staged until all of them have passed.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <mutex>
#include <set>

#include "io/disk.h"
#include "unit/temporary_folder.h"
#include "unit/whole_site.h"

namespace fs = std::filesystem;

namespace {

// Returns all files below a folder, by path. Folders are included, with "/" at the end.
std::map<std::string, std::string> files_below(const fs::path& folder) {
  std::map<std::string, std::string> files;
  if (!fs::exists(folder)) return files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    const std::string path = fs::relative(entry.path(), folder).string();
    entry.is_directory() ? files[path + "/"] = "" : files[path] = get(entry.path());
  }
  return files;
}

std::map<std::string, std::string> without_folders(std::map<std::string, std::string> files) {
  std::erase_if(files, [](const auto& file) { return file.first.ends_with('/'); });
  return files;
}

// Returns a site with everything that is made from rendered pages: search, Markdown versions, and files of a renamed
// table.
WholeSite moved_table() {
  return WholeSite(with_data(
      {{"content/index.md", page("Coffee",
                                 "See [cost](cost.md#milk).\n\n"
                                 "```table drinks\ndata: prices\ncaption: Drinks\ncolumns: [name, price]\n```\n")},
       {"content/cost.md", page("Cost", "## Milk\n\nWhat it costs.\n")},
       {"data/redirects.csv",
        "from,to,since,why\nindex.html#list,index.html#drinks,2026,\ncost.html#cream,cost.html#milk,2026,renamed\n"}}));
}

// The site of moved_table(), built into a folder.
struct OnDisk {
  explicit OnDisk(const WholeSite& site) : site(site) {}
  const passes::Report& build() {
    io::DiskFileSystem output(folder / "site");
    report = passes::build_site(site.root, output, {.jobs = 2, .memory = &memory});
    return report;
  }
  std::map<std::string, std::string> published() const { return files_below(folder / "site"); }

  const WholeSite& site;
  TemporaryFolder folder;
  io::MemoryFileSystem memory;
  passes::Report report;
};

// A disk that records which files were written from memory.
class WatchedDisk final : public io::FileSystem {
 public:
  explicit WatchedDisk(const fs::path& folder) : disk_(folder) {}
  base::Result<std::vector<io::Entry>, io::Error> list(const std::string& path) const override {
    return disk_.list(path);
  }
  base::Result<io::Entry, io::Error> status(const std::string& path) const override { return disk_.status(path); }
  base::Result<std::string, io::Error> read(const std::string& path) const override { return disk_.read(path); }
  base::Result<base::Nothing, io::Error> write(const std::string& path, std::string_view bytes) override {
    std::lock_guard lock(mutex_);
    from_memory.insert(path);
    return disk_.write(path, bytes);
  }
  base::Result<base::Nothing, io::Error> remove(const std::string& path) override { return disk_.remove(path); }
  void remove_if_empty(const std::string& path) override { disk_.remove_if_empty(path); }
  std::unique_ptr<io::Stage> stage() override { return disk_.stage(); }

  std::set<std::string> from_memory;

 private:
  io::DiskFileSystem disk_;
  std::mutex mutex_;
};

}  // namespace

TEST_CASE("pages that are staged on disk, and files made from them, equal those of other builds") {
  WholeSite site = moved_table();
  site.built();
  REQUIRE(site.output.files().contains("embed/list.html"));
  REQUIRE(!site.html("embed/list.html").empty());
  OnDisk staged(site);
  REQUIRE_MESSAGE(staged.build().diagnostics.empty(), said(staged.report.diagnostics));
  CHECK(staged.report.files.written == site.report.files.written);
  CHECK(without_folders(staged.published()) == site.output.files());
}

// Returns a site with more pages than are rendered before the first ones are released, each with a query and a table
// that shows its result, and with pages that others include.
WholeSite many_queries() {
  const std::string rows =
      "```sql dear\nSELECT ref, name, price FROM prices ORDER BY price\n```\n\n"
      "```table {}\ndata: dear\ncaption: Dear\n{}```\n\n";
  // Every other table has a separate page that shows the same rows.
  auto shown = [&, count = 0](const std::string& name) mutable {
    return fmt::format(fmt::runtime(rows), name, ++count % 2 == 0 ? "rows: 1\n" : "");
  };
  Files files = {
      {"content/index.md", page("Coffee", shown("home"))},
      {"content/choose/index.md",
       page("Which?", shown("which"), "flow: {start: milk}\ncases: [{who: Ada, answers: {milk: a}, reaches: end}]\n")},
      {"content/choose/milk.md",
       "---\nquestion: Milk?\nfigures: {dear: prices/mocha/price}\nanswers:\n"
       "  a: {label: A, to: end, because: [\"It is [4.50 EUR](fig:dear) [@survey, p. 3]\"]}\n---\n" +
           shown("milk")},
      {"content/choose/end.md", "---\noutcome: End\nnext: [../index.md]\n---\n" + shown("end")},
      {"content/faq/why.md", page("Why?", "So.\n\n" + shown("why"))},
      {"content/faq/how.md", page("How?", "Thus.\n\n" + shown("how"))},
      {"content/each.md",
       "---\ntitle: Each\npages: {query: all, address: \"{id}\", title: \"The {name}\"}\n---\n"
       "```sql all\nSELECT id, name FROM prices\n```\n\n" +
           shown("each")}};
  for (int i = 0; i < 300; ++i)
    files[fmt::format("content/all/p{:03}.md", i)] = page(fmt::format("Page {}", i), shown(fmt::format("t{}", i)));
  return WholeSite(with_data(std::move(files)));
}

TEST_CASE("query results are available to every block that shows them while pages are staged on disk") {
  WholeSite site = many_queries();
  site.built();
  OnDisk staged(site);
  REQUIRE_MESSAGE(staged.build().diagnostics.empty(), said(staged.report.diagnostics));
  CHECK(without_folders(staged.published()) == site.output.files());
  site.change("content/faq/why.md", "So.", "Since.");
  site.change("content/all/p200.md", "title: Page 200", "title: The page");
  site.built();
  REQUIRE_MESSAGE(staged.build().diagnostics.empty(), said(staged.report.diagnostics));
  CHECK(without_folders(staged.published()) == site.output.files());
}

TEST_CASE("pages and data files are staged on disk, not in memory") {
  WholeSite site = moved_table();
  TemporaryFolder folder;
  WatchedDisk output(folder / "site");
  const auto report = passes::build_site(site.root, output, {.jobs = 2});
  REQUIRE_MESSAGE(report.diagnostics.empty(), said(report.diagnostics));
  std::set<std::string> waited;
  for (const auto& [path, bytes] : without_folders(files_below(folder / "site")))
    if (!output.from_memory.contains(path)) waited.insert(path);
  for (const char* path : {"index.html", "index.md", "tables/drinks.csv", "tables/drinks.json", "embed/drinks.html",
                           "data/prices.csv", "data/prices.json", "assets/search/index.js"})
    CHECK_MESSAGE(waited.contains(path), path);
}

TEST_CASE("a page whose bytes have not changed is not written") {
  const std::string own = "{% extends \"base.html\" %}{% block body %}{{ content }}{% endblock %}";
  WholeSite site = moved_table();
  site.write("templates/page.html", own);
  OnDisk staged(site);
  REQUIRE_MESSAGE(staged.build().diagnostics.empty(), said(staged.report.diagnostics));
  const auto before = staged.published();
  site.write("templates/page.html", own + "{# the same #}");
  REQUIRE_MESSAGE(staged.build().diagnostics.empty(), said(staged.report.diagnostics));
  CHECK(staged.report.files.written.empty());
  CHECK(staged.published() == before);
}

TEST_CASE("a build with an error leaves no new files") {
  WholeSite site = moved_table();
  OnDisk staged(site);
  site.change("content/cost.md", "What it costs.", "What [it](nowhere.md) costs.");
  CHECK(staged.build().diagnostics.has_errors());
  CHECK(!fs::exists(staged.folder / "site"));
  site.change("content/cost.md", "nowhere.md", "index.md");
  REQUIRE(staged.build().diagnostics.empty());
  const auto before = staged.published();
  site.change("content/cost.md", "index.md", "nowhere.md");
  CHECK(staged.build().diagnostics.has_errors());
  CHECK(staged.published() == before);
}

TEST_CASE("temporary files of a killed build are removed by the next one") {
  WholeSite site = moved_table();
  OnDisk staged(site);
  REQUIRE(staged.build().diagnostics.empty());
  const auto before = staged.published();
  put(staged.folder / "site/.sourcebook-999999999-1-0.tmp/0.tmp", "a page");
  put(staged.folder / "site/.sourcebook-999999999-1-0.tmp/17.tmp", "half a pa");
  fs::create_directories(staged.folder / "site/.sourcebook-999999999-2-0.tmp");
  put(staged.folder / "site/.sourcebook-999999999-3-0.tmp", "a file");
  REQUIRE(staged.build().diagnostics.empty());
  CHECK(staged.published() == before);
}
