// Tests `sourcebook build` as a process: exit statuses, refusals and output.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "command_site.h"

namespace {

using cli_test::contents;
using cli_test::Outcome;
using cli_test::Site;
namespace fs = std::filesystem;

TEST_CASE("a build without errors exits with 0 and prints one line") {
  Site site;
  Outcome done = site.run({});
  CHECK(done.status == 0);
  CHECK(done.err == "");
  INFO(done.out);
  CHECK(done.out.starts_with("3 pages, 0 figures checked, 0 sources; site: 40 written, 0 unchanged, 0 removed; "));
  CHECK(done.out.ends_with(" s\n"));
  CHECK(fs::exists(site.root / "site/index.html"));
  CHECK(has(site.run({}).out, "0 written, 40 unchanged, 0 removed"));
  Outcome quiet = site.run({"-q"});
  CHECK(quiet.status == 0);
  CHECK(quiet.out == "");
}

TEST_CASE("a site with errors exits with 1, prints and counts them, and writes nothing") {
  Site site;
  site.write("content/a.md", "---\ntitle: A\ntags: 1\nttile: x\n---\n[x](y.md)\n");
  Outcome failed = site.run({});
  CHECK(failed.status == 1);
  CHECK(failed.out == "");
  CHECK(has(failed.err, "error[unknown-key]"));
  CHECK(has(failed.err, "error[unknown-page]: there is no file content/y.md\n"));
  CHECK(failed.err.ends_with("\n2 errors\n"));
  CHECK(!has(failed.err, "\x1B["));  // the output is not a terminal
  CHECK(!fs::exists(site.root / "site"));
}

TEST_CASE("a build prints once what it does not do in the language of the site, also with --strict") {
  Site site;
  site.write("data/site.json", R"({"title": "Rzeki", "lang": "pl"})");
  const Outcome done = site.run({"--strict"});
  CHECK(done.status == 0);
  CHECK(has(done.out,
            "note: claims such as superlatives are not checked, because their words in \"pl\" are not known\n"));
  CHECK(has(done.out,
            "note: the interface is in English: templates/strings/pl.yaml does not exist; `sourcebook new strings pl` "
            "makes it\n"));
  for (const char* lang : {"de-AT", "fr", "es-MX", "ja", "zh", "zh-CN", "zh-Hans-SG"}) {  // the theme has all strings
    CAPTURE(lang);
    site.write("data/site.json", R"({"title": "T", "lang": ")" + std::string(lang) + "\"}");
    const Outcome other = site.run({"--strict"});
    CHECK(other.status == 0);
    CHECK(!has(other.out, "in English"));
  }
  site.write("data/site.json", R"({"title": "T", "lang": "zh-TW"})");
  CHECK(has(site.run({}).out, "templates/strings/zh-Hant.yaml does not exist"));
  site.write("data/site.json", R"({"title": "Rivers", "lang": "en-GB"})");
  CHECK(!has(site.run({}).out, "note: "));
}

TEST_CASE("wrong usage exits with 2") {
  Site site;
  CHECK(site.run({"--nonsense"}).status == 2);
  CHECK(site.run({"--format", "xml"}).status == 2);
  CHECK(site.run({"--jobs", "0"}).status == 2);
  CHECK(site.run({"-q", "-v"}).status == 2);
  Outcome missing = site.run({"--root", "/nowhere/at/all"});
  CHECK(missing.status == 2);
  CHECK(missing.err ==
        "error[usage]: /nowhere/at/all is not a folder\n   = help: give the site's folder with --root\n");
  CHECK(site.run({"--root", "/nowhere", "--format", "github"}).err ==
        "::error title=usage::/nowhere is not a folder%0Ahelp: give the site's folder with --root\n");
  Outcome url = site.run({"--base-url", "example.org"});
  CHECK(url.status == 2);
  CHECK(url.err ==
        "error[usage]: \"example.org\" is not an absolute URL\n   = help: write one such as "
        "https://example.org/guide/\n");
}

TEST_CASE("a build into a folder with a long path has a cache") {
  Site site;
  std::string deep = (site.work() / "deep").string();
  for (int i = 0; i < 20; ++i) deep += "/folder-with-a-name";  // the name is too long for a file name
  CHECK(site.run({"--out", deep}).status == 0);
  CHECK(has(site.run({"--out", deep}).out, ": 0 written, "));
}

TEST_CASE("explain prints the errors that stop a build") {
  Site site("explain");
  site.write("content/a.md", "---\ntitle: A\n---\n[x](y.md)\n");
  Outcome done = site.run({"index.html"});
  CHECK(done.status == 1);
  CHECK(has(done.out, "index.html\n"));
  CHECK(has(done.err, "error[unknown-page]: there is no file content/y.md\n"));
  CHECK(done.err.ends_with("\n1 error\n"));
}

TEST_CASE("explain accepts a page as a path on disk or an address") {
  Site site("explain");
  site.write("content/compare/index.md", "---\ntitle: Compare\n---\nWords.\n");
  const std::string root = site.root.string();
  for (const std::string& name : {root + "/content/compare/index.md", root + "/content/../content/compare/index.md",
                                  std::string("./compare/#top")}) {
    CAPTURE(name);
    Outcome done = site.run({name});
    CHECK(done.status == 0);
    CHECK(done.out.starts_with("compare/index.html\n"));
  }
  Outcome unknown = site.run({"compare/indx.html"});
  CHECK(unknown.status == 2);
  CHECK(unknown.err ==
        "error[usage]: there is no page \"compare/indx.html\"\n   = help: did you mean \"compare/index.html\"?\n");
  CHECK(has(site.run({"somewhere/else"}).err, "= help: give its address (index.html) or its file"));
  CHECK(has(site.run({"figure-mismach"}).err, "did you mean \"figure-mismatch\"?"));
  CHECK(has(site.run({"figure-mismach", "--root", "/nowhere"}).err, "there is no diagnostic"));
  CHECK(has(site.run({"qqqqqqqq", "--root", "/nowhere"}).err, "`sourcebook explain` lists all codes"));
}

TEST_CASE("the output folder cannot be, contain or be inside the site's folders") {
  Site site;
  const std::vector<std::pair<std::string, std::string>> refused = {
      {".", "the output folder is the site's own folder"},
      {"", "the output folder is the site's own folder"},
      {"./content/..", "the output folder is the site's own folder"},
      {site.root.string() + "/", "the output folder is the site's own folder"},
      {"..", "the output folder contains the site's own folder"},
      {"/", "the output folder contains the site's own folder"},
      {"content", "the output folder is inside content/, which is read"},
      {"content/new/", "the output folder is inside content/, which is read"},
      {"site/../data", "the output folder is inside data/, which is read"},
      {"templates/x", "the output folder is inside templates/, which is read"},
  };
  for (const auto& [out, why] : refused) {
    CAPTURE(out);
    Outcome done = site.run({"--out", out});
    CHECK(done.status == 2);
    CHECK(done.err == "error[usage]: " + why + "\n   = help: choose another folder with --out\n");
  }
  CHECK(!fs::exists(site.root / "index.html"));
  CHECK(!fs::exists(site.root / "content/index.html"));
  // Allowed, because it is only similar to the name of a folder that is read.
  CHECK(site.run({"--out", "contents"}).status == 0);
  CHECK(site.run({"--out", (site.work() / "elsewhere").string()}).status == 0);
  CHECK(fs::exists(site.work() / "elsewhere/index.html"));
}

TEST_CASE("the output of another site inside the output folder is reported") {
  Site site;
  REQUIRE(site.run({"--out", "outer/inner"}).status == 0);
  const Outcome around = site.run({"--out", "outer"});
  CHECK(around.status == 0);
  CHECK(around.out.find("not removed: inner/ (") != std::string::npos);
  CHECK(around.out.find("not written by a build") == std::string::npos);
  std::ofstream(site.root / "outer/mine.txt") << "mine";
  const Outcome all = site.run({"--out", "outer", "-v"});
  CHECK(all.out.find("not removed: mine.txt (not written by a build)\n") != std::string::npos);
  CHECK(all.out.find("inner/index.html") == std::string::npos);
}

TEST_CASE("an output folder that is a link to the site's folder is rejected") {
  Site site;
  fs::create_directory_symlink(site.root / "content", site.work() / "link");
  CHECK(site.run({"--out", (site.work() / "link").string()}).status == 2);
}

TEST_CASE("a build with --no-cache neither reads nor writes the cache") {
  Site site;
  CHECK(site.run({"--no-cache"}).status == 0);
  CHECK(fs::exists(site.root / "site/index.html"));
  CHECK(!fs::exists(site.root / ".sourcebook"));
  CHECK(site.run({}).status == 0);
  const std::string cache = contents(site.root / ".sourcebook/site/cache");
  CHECK(!cache.empty());
  const Outcome again = site.run({"--no-cache"});
  CHECK(again.status == 0);
  CHECK(again.out.find("; site: 0 written") != std::string::npos);
  CHECK(contents(site.root / ".sourcebook/site/cache") == cache);
}

TEST_CASE("the build cache is not written through a link in the site's folder") {
  Site site;
  CHECK(site.run({}).status == 0);
  CHECK(fs::exists(site.root / ".sourcebook/site/cache"));
  fs::remove_all(site.root / ".sourcebook");
  fs::create_directories(site.work() / "elsewhere/gone");
  for (const char* file : {"cache", "state", ".gitignore"})
    std::ofstream(site.work() / "elsewhere/gone" / file) << "mine";
  auto is_untouched = [&] {
    const auto entries = [](const fs::path& folder) {
      return std::distance(fs::directory_iterator(folder), fs::directory_iterator());
    };
    return entries(site.work() / "elsewhere") == 1 && entries(site.work() / "elsewhere/gone") == 3 &&
           contents(site.work() / "elsewhere/gone/cache") == "mine";
  };
  fs::create_directory_symlink(site.work() / "elsewhere", site.root / ".sourcebook");
  CHECK(site.run({}).status == 0);
  CHECK(is_untouched());
  fs::remove(site.root / ".sourcebook");
  fs::create_directories(site.root / ".sourcebook");
  fs::create_directory_symlink(site.work() / "elsewhere", site.root / ".sourcebook/site");
  fs::create_directory_symlink(site.work() / "elsewhere/gone", site.root / ".sourcebook/gone");
  CHECK(site.run({}).status == 0);
  CHECK(is_untouched());
}

TEST_CASE("a trailing slash does not change an output folder, even before it exists") {
  Site site;
  CHECK(site.run({"--out", "pages/"}).status == 0);
  CHECK(has(site.run({"--out", "pages/"}).out, ": 0 written, "));
  CHECK(has(site.run({"--out", "pages"}).out, ": 0 written, "));
  const fs::directory_iterator places(site.root / ".sourcebook");
  CHECK(std::distance(begin(places), end(places)) == 1);
}

TEST_CASE("a system error exits with 3") {
  Site site;
  fs::create_directories(site.work() / "locked");
  fs::permissions(site.work(), fs::perms::all);
  fs::permissions(site.work() / "locked", fs::perms(0555));
  Outcome done = site.run({"--out", (site.work() / "locked/out").string()}, true);
  CAPTURE(done.err);
  CHECK(done.status == 3);
  CHECK(has(done.err, "error[unwritable-file]: "));
  CHECK(has(done.err, "can't be written: Permission denied\n"));

  fs::permissions(site.work() / "locked", fs::perms::none);
  Outcome hidden = site.run({"--out", (site.work() / "locked/out").string()}, true);
  CHECK(hidden.status == 3);
  std::string folder = (site.work() / "locked/out").string();
  CHECK(hidden.err == "error[unwritable-file]: " + folder + " can't be reached: Permission denied\n  --> " + folder +
                          "\n\n1 error\n");
}

TEST_CASE("--format json prints one object per line, and nothing else") {
  Site site;
  site.write("content/a.md", "---\ntitle: A\n---\n[x](y.md) [z](#z)\n");
  Outcome failed = site.run({"--format", "json"});
  CHECK(failed.status == 1);
  std::istringstream lines(failed.err);
  std::vector<std::string> codes;
  for (std::string line; std::getline(lines, line);) {
    auto object = nlohmann::json::parse(line);
    codes.push_back(object.at("code").get<std::string>());
  }
  CHECK(codes == std::vector<std::string>{"unknown-page", "unknown-anchor"});
}

TEST_CASE("--format github prints annotations") {
  Site site;
  site.write("content/a.md", "---\ntitle: A\n---\n[x](y.md)\n");
  Outcome failed = site.run({"--format", "github"});
  CHECK(failed.status == 1);
  CHECK(failed.err ==
        "::error file=content/a.md,line=4,col=5,title=unknown-page::there is no file content/y.md%0A"
        "expected: the path of a Markdown file, relative to this one%0Ahelp: did you mean \"a.md\"?\n");
}

TEST_CASE("the options of a build have an effect") {
  Site site;
  site.write("content/soon.md", "---\ntitle: Soon\ndraft: true\n---\nW.\n");
  CHECK(site.run({"--drafts", "--base-url", "https://a.example/x", "--jobs", "3"}).status == 0);
  CHECK(fs::exists(site.root / "site/soon.html"));
  CHECK(has(contents(site.root / "site/index.html"), "href=\"https://a.example/x/\""));
  site.write("content/index.md", "---\ntitle: Coffee #1\n---\nW.\n");
  CHECK(site.run({}).status == 0);
  Outcome warned = site.run({});
  CHECK(warned.err.ends_with("\n1 warning\n"));
  CHECK(site.run({"--strict"}).status == 1);
}

}  // namespace
