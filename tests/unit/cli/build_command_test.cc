// `sourcebook build` as a program is started: exit statuses, what it refuses, and how it speaks.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "command_site.h"

namespace {

using cli_test::contents;
using cli_test::Outcome;
using cli_test::Site;
namespace fs = std::filesystem;

TEST_CASE("a build that is fine ends with 0 and one line") {
  Site site;
  Outcome done = site.run({});
  CHECK(done.status == 0);
  CHECK(done.err == "");
  INFO(done.out);
  CHECK(done.out.starts_with(
      "3 pages, 0 figures checked, 0 sources; 3 rendered, 0 reused; site: 30 written, 0 unchanged, 0 removed; "));
  CHECK(done.out.ends_with(" s\n"));
  CHECK(fs::exists(site.root / "site/index.html"));
  CHECK(has(site.run({}).out, "0 written, 30 unchanged, 0 removed"));
  Outcome quiet = site.run({"-q"});
  CHECK(quiet.status == 0);
  CHECK(quiet.out == "");
}

TEST_CASE("a site with mistakes ends with 1, tells and counts them, and writes nothing") {
  Site site;
  site.write("content/a.md", "---\ntitle: A\ntags: 1\nttile: x\n---\n[x](y.md)\n");
  Outcome failed = site.run({});
  CHECK(failed.status == 1);
  CHECK(failed.out == "");
  CHECK(has(failed.err, "error[unknown-key]"));
  CHECK(has(failed.err, "error[unknown-page]: there is no file content/y.md\n"));
  CHECK(failed.err.ends_with("\n2 errors\n"));
  CHECK(!has(failed.err, "\x1B["));  // no terminal, no colours
  CHECK(!fs::exists(site.root / "site"));
}

TEST_CASE("wrong usage ends with 2") {
  Site site;
  CHECK(site.run({"--nonsense"}).status == 2);
  CHECK(site.run({"--format", "xml"}).status == 2);
  CHECK(site.run({"--jobs", "0"}).status == 2);
  CHECK(site.run({"-q", "-v"}).status == 2);
  Outcome missing = site.run({"--root", "/nowhere/at/all"});
  CHECK(missing.status == 2);
  CHECK(missing.err == "error[usage]: /nowhere/at/all is no folder\n   = help: name the site's folder with --root\n");
  CHECK(site.run({"--root", "/nowhere", "--format", "github"}).err ==
        "::error title=usage::/nowhere is no folder%0Ahelp: name the site's folder with --root\n");
  Outcome url = site.run({"--base-url", "example.org"});
  CHECK(url.status == 2);
  CHECK(
      url.err ==
      "error[usage]: \"example.org\" is no absolute address\n   = help: give one such as https://example.org/guide/\n");
}

TEST_CASE("explain and check refuse an address of the site that is none, as a build does") {
  const std::string refusal =
      "error[usage]: \"example.org\" is no absolute address\n   = help: give one such as https://example.org/guide/\n";
  for (const auto& [command, what] : {std::pair("explain", "index.html"), std::pair("check", "--published=.")}) {
    CAPTURE(command);
    Outcome refused = Site(command).run({what, "--base-url", "example.org"});
    CHECK(refused.status == 2);
    CHECK(refused.out == "");
    CHECK(refused.err == refusal);
  }
}

TEST_CASE("explain tells the mistakes with which no build renders the page") {
  Site site("explain");
  site.write("content/a.md", "---\ntitle: A\n---\n[x](y.md)\n");
  Outcome done = site.run({"index.html"});
  CHECK(done.status == 1);
  CHECK(has(done.out, "index.html is to be rendered again"));
  CHECK(has(done.err, "error[unknown-page]: there is no file content/y.md\n"));
  CHECK(done.err.ends_with("\n1 error\n"));
}

TEST_CASE("explain takes a page by a path on the disk, by its address or by a word") {
  Site site("explain");
  site.write("content/compare/index.md", "---\ntitle: Compare\n---\nWords.\n");
  site.write("content/image.md", "---\ntitle: Image\n---\nAs some codes begin.\n");
  const std::string root = site.root.string();
  for (const std::string& name : {root + "/content/compare/index.md", root + "/content/../content/compare/index.md",
                                  std::string("compare"), std::string("./compare/#top")}) {
    CAPTURE(name);
    Outcome done = site.run({name});
    CHECK(done.status == 0);
    CHECK(done.out.starts_with("compare/index.html is to be rendered again"));
  }
  CHECK(site.run({"image"}).out.starts_with("image.html is"));
  site.write("site/compare/index.html", "as published");
  CHECK(site.run({root + "/site/compare/index.html"}).out.starts_with("compare/index.html is"));
  Outcome unknown = site.run({"compare/indx.html"});
  CHECK(unknown.status == 2);
  CHECK(unknown.err ==
        "error[usage]: there is no page \"compare/indx.html\"\n   = help: did you mean \"compare/index.html\"?\n");
  CHECK(has(site.run({"somewhere/else"}).err, "= help: name it by its address, such as \"index.html\""));
  CHECK(has(site.run({"figure-mismach"}).err, "did you mean \"figure-mismatch\"?"));
  CHECK(has(site.run({"figure-mismach", "--root", "/nowhere"}).err, "there is no diagnostic"));
  CHECK(has(site.run({"qqqqqqqq", "--root", "/nowhere"}).err, "`sourcebook explain` lists all codes"));
}

TEST_CASE("the output is never the source, nor in its way") {
  Site site;
  const std::vector<std::pair<std::string, std::string>> refused = {
      {".", "the output folder is the site's own folder"},
      {"", "the output folder is the site's own folder"},
      {"./content/..", "the output folder is the site's own folder"},
      {site.root.string() + "/", "the output folder is the site's own folder"},
      {"..", "the output folder holds the site's own folder"},
      {"/", "the output folder holds the site's own folder"},
      {"content", "the output folder lies in content/, which is read"},
      {"content/new/", "the output folder lies in content/, which is read"},
      {"site/../data", "the output folder lies in data/, which is read"},
      {"templates/x", "the output folder lies in templates/, which is read"},
  };
  for (const auto& [out, why] : refused) {
    CAPTURE(out);
    Outcome done = site.run({"--out", out});
    CHECK(done.status == 2);
    CHECK(done.err == "error[usage]: " + why + "\n   = help: name another folder with --out\n");
  }
  CHECK(!fs::exists(site.root / "index.html"));
  CHECK(!fs::exists(site.root / "content/index.html"));
  CHECK(site.run({"--out", "contents"}).status == 0);  // only looks alike
  CHECK(site.run({"--out", (site.work() / "elsewhere").string()}).status == 0);
  CHECK(fs::exists(site.work() / "elsewhere/index.html"));
}

TEST_CASE("a folder of the output into which another site was built is named") {
  Site site;
  REQUIRE(site.run({"--out", "outer/inner"}).status == 0);
  const Outcome around = site.run({"--out", "outer"});
  CHECK(around.status == 0);
  CHECK(around.out.find("left inner/: another site was built there, and is published with this one (") !=
        std::string::npos);
  CHECK(around.out.find("no build is known") == std::string::npos);
  std::ofstream(site.root / "outer/mine.txt") << "mine";
  const Outcome all = site.run({"--out", "outer", "-v"});
  CHECK(all.out.find("left mine.txt: no build is known to have written it\n") != std::string::npos);
  CHECK(all.out.find("left inner/index.html") == std::string::npos);
}

TEST_CASE("an output folder through a link to the source is refused too") {
  Site site;
  fs::create_directory_symlink(site.root / "content", site.work() / "link");
  CHECK(site.run({"--out", (site.work() / "link").string()}).status == 2);
}

TEST_CASE("a build without the cache neither believes what is remembered nor leaves anything") {
  Site site;
  CHECK(site.run({"--no-cache"}).status == 0);
  CHECK(fs::exists(site.root / "site/index.html"));
  CHECK(!fs::exists(site.root / ".sourcebook"));
  CHECK(site.run({}).status == 0);
  const std::string cache = contents(site.root / ".sourcebook/site/cache");
  CHECK(!cache.empty());
  const Outcome again = site.run({"--no-cache", "--verify"});
  CHECK(again.status == 0);
  CHECK(again.out.find(" 0 reused; site: 0 written") != std::string::npos);
  CHECK(again.out.find("a build from nothing gives the same files") != std::string::npos);
  CHECK(contents(site.root / ".sourcebook/site/cache") == cache);
}

TEST_CASE("what a build remembers is not written to where a link in the site's folder leads") {
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

TEST_CASE("what was remembered for an output folder that is no more is taken away, and for no other") {
  Site site;
  std::string deep = (site.work() / "deep").string();
  for (int i = 0; i < 20; ++i) deep += "/folder-with-a-name";  // together too long for the name of a place
  CHECK(site.run({"--out", deep}).status == 0);
  CHECK(site.run({"--out", "gone"}).status == 0);
  CHECK(fs::exists(site.root / ".sourcebook/gone/cache"));
  fs::remove_all(site.root / "gone");
  CHECK(has(site.run({"--out", deep}).out, "; 0 rendered, "));
  CHECK(!fs::exists(site.root / ".sourcebook/gone"));
  CHECK(has(site.run({"--out", deep}).out, "; 0 rendered, "));
}

TEST_CASE("an output folder is the same with a / behind its name, before it is there too") {
  Site site;
  CHECK(site.run({"--out", "pages/"}).status == 0);
  CHECK(has(site.run({"--out", "pages/"}).out, "; 0 rendered, "));
  CHECK(has(site.run({"--out", "pages"}).out, "; 0 rendered, "));
  const fs::directory_iterator places(site.root / ".sourcebook");
  CHECK(std::distance(begin(places), end(places)) == 1);
}

TEST_CASE("a machine that fails ends with 3") {
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

TEST_CASE("explain tells of an output folder that can't be reached, and takes no other for it") {
  Site site("explain");
  fs::create_directories(site.work() / "locked");
  fs::permissions(site.work(), fs::perms::all);
  fs::permissions(site.work() / "locked", fs::perms::none);
  const std::string folder = (site.work() / "locked/out").string();
  Outcome done = site.run({"index.html", "--out", folder}, true);
  CHECK(done.status == 3);
  CHECK(done.out == "");
  CHECK(done.err == "error[unreadable-file]: " + folder + " can't be reached: Permission denied\n  --> " + folder +
                        "\n\n1 error\n");
}

TEST_CASE("--format json gives one object a line, and nothing else") {
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

TEST_CASE("--format github gives annotations") {
  Site site;
  site.write("content/a.md", "---\ntitle: A\n---\n[x](y.md)\n");
  Outcome failed = site.run({"--format", "github"});
  CHECK(failed.status == 1);
  CHECK(failed.err ==
        "::error file=content/a.md,line=4,col=5,title=unknown-page::there is no file content/y.md%0A"
        "expected: the path of a Markdown file, relative to this one%0Ahelp: did you mean \"a.md\"?\n");
}

TEST_CASE("the options of a build are passed on") {
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
