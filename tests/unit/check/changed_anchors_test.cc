// Tests that an anchor that now names a different section is reported, and that a section that was reworded, rewritten
// or moved is not.
#include "check/losses.h"

#include <doctest/doctest.h>

#include "passes/fix.h"
#include "unit/whole_site.h"

namespace {

struct Recorded : WholeSite {
  explicit Recorded(std::string_view body) {
    write("content/index.md", page("Coffee")).write("content/guide.md", page("Guide", body));
    record();
  }
  void record() {
    const passes::FixReport done = fix();
    REQUIRE_MESSAGE(done.left.empty(), said(done.left));
    built();
  }
  passes::FixReport fix() {
    passes::FixReport done = passes::fix_site(root, {}, true);
    for (const base::ChangedFile& file : done.files) write(file.path, file.bytes);
    return done;
  }
  Recorded& becomes(std::string_view body) { return write("content/guide.md", page("Guide", body)), *this; }
  // Returns the build's messages about changed anchors, with their help.
  std::string changed() {
    build();
    std::string list;
    for (const base::Diagnostic& each : report.diagnostics.list()) {
      if (each.code != "changed-anchor") continue;
      CHECK(each.span);
      list += each.message + "\n" + each.help + "\n";
    }
    if (!list.empty()) CHECK(output.writes().empty());
    return list;
  }
};

// Returns a system with its sections. The sections of two systems have the same titles.
std::string system(std::string_view name, std::string_view text, std::string_view id = "") {
  return "## " + std::string(name) + "\n\n### Install" + (id.empty() ? "" : " {#" + std::string(id) + "}") + "\n\n" +
         std::string(text) + "\n\n";
}
const std::string kLinux = system("Linux", "By the package."), kWindows = system("Windows", "By the installer."),
                  kMac = system("Mac", "By brew.");

std::string example(std::string_view text) { return "## Example\n\n" + std::string(text) + "\n\n"; }

}  // namespace

TEST_CASE("a new section before others with the same title changes their anchors") {
  Recorded site(kLinux + kWindows);
  CHECK(site.becomes(kMac + kLinux + kWindows).changed() ==
        "guide.html#install named \"Install\" under \"Linux\", and now names \"Install\" under \"Mac\"\n"
        "put {#install} after the heading that had it, which is now #install-1\n"
        "guide.html#install-1 named \"Install\" under \"Windows\", and now names \"Install\" under \"Linux\"\n"
        "put {#install-1} after the heading that had it, which is now #install-2\n");
  site.becomes(kMac + system("Linux", "By the package.", "install") + system("Windows", "By it.", "install-1")).built();
  site.record();
}

TEST_CASE("a new section after others with the same title changes nothing") {
  Recorded site(kLinux + kWindows);
  site.becomes(kLinux + kWindows + kMac).built();
}

TEST_CASE("sections with the same title that are swapped are reported") {
  Recorded site(kLinux + kWindows);
  CHECK(count(site.becomes(kWindows + kLinux).changed(), " named ") == 2);
}

TEST_CASE("the anchor of a removed section must not be used for a different section") {
  Recorded site(kLinux + kWindows);
  const std::string text = site.becomes(kWindows).changed();
  CHECK(has(text, "guide.html#install named \"Install\" under \"Linux\", and now names \"Install\" under \"Windows\""));
  CHECK(has(text, "put {#install-1} after this heading, which had that anchor"));
  CHECK(has(text, "guide.html#install,,YYYY-MM-DD,WHY"));
  site.write("data/redirects.csv",
             "from,to,since,why\nguide.html#linux,,2026-05-01,Gone\nguide.html#install,,2026-05-01,Gone\n");
  site.becomes(system("Windows", "By the installer.", "install-1")).built();
}

TEST_CASE("sections below the same heading are distinguished by their text") {
  Recorded site(example("Of milk.") + example("Of water."));
  CHECK(count(site.becomes(example("Of beans.") + example("Of milk.") + example("Of water.")).changed(), " named ") ==
        2);
  CHECK(count(site.becomes(example("Of water.") + example("Of milk.")).changed(), " named ") == 2);
  CHECK(has(site.becomes(example("Of water.")).changed(), "another section of that title"));
  site.becomes(example("Of milk.") + example("Of water.") + example("Of beans.")).built();
  site.becomes(example("Of fresh milk.") + example("Of water.")).built();
  site.becomes(example("Of fresh milk.") + example("Of hot water.")).built();
}

TEST_CASE("different titles with the same anchor are distinguished") {
  Recorded site("## C++\n\nA language.\n");
  CHECK(has(site.becomes("## C\n\nAn older one.\n\n## C++\n\nA language.\n").changed(),
            "guide.html#c named \"C++\", and now names \"C\""));
  site.becomes("## C++\n\nA language.\n\n## C\n\nAn older one.\n").built();
}

TEST_CASE("a title that looks like a numbered anchor gets that anchor") {
  Recorded site(example("Of milk.") + example("Of water."));
  CHECK(has(site.becomes(example("Of milk.") + "## Example 1\n\nOf beans.\n\n" + example("Of water.")).changed(),
            "guide.html#example-1 named \"Example\", and now names \"Example 1\""));
}

TEST_CASE("a section that is reworded with an explicit id, rewritten or moved is the same section") {
  Recorded site("## Cost {#cost}\n\nOf a cup.\n\n## Taste\n\nOf milk.\n");
  site.becomes("## What it costs {#cost}\n\nOf a cup.\n\n## Taste\n\nOf milk.\n").built();
  site.becomes("## Prices of today {#cost}\n\nAll new.\n\n## Taste\n\nAll new, too.\n").built();
  site.becomes("## Taste\n\nOf milk.\n\n## Other\n\nW.\n\n### Cost {#cost}\n\nOf a cup.\n").built();
  site.becomes("## TASTE!\n\nOf milk.\n\n## Cost {#cost}\n\nOf a cup.\n").built();
}

TEST_CASE("rewording a heading changes nothing below it") {
  Recorded site(kLinux + kWindows);
  site.becomes(base::replace_all(kLinux, "## Linux", "## Debian {#linux}") + kWindows).built();
}

TEST_CASE("explicit ids that are swapped are reported") {
  Recorded site("## Milk {#a}\n\nWhite.\n\n## Water {#b}\n\nClear.\n");
  const std::string text = site.becomes("## Milk {#b}\n\nWhite.\n\n## Water {#a}\n\nClear.\n").changed();
  CHECK(count(text, " named ") == 2);
  CHECK(has(text, "give this another id, and add a row to data/redirects.csv: guide.html#a,guide.html#b,YYYY-MM-DD,"));
}

TEST_CASE("a heading that gets the anchor of a table is reported") {
  Recorded site("Words.\n");
  for (const auto& [path, bytes] : coffee_data()) site.write(path, bytes);
  const std::string table = "```table prices\ndata: prices\ncolumns: [name, price]\ncaption: Prices\n```\n";
  site.becomes(table).built();
  site.record();
  CHECK(has(site.root.files().at("data/permalinks.txt"), "\nguide.html #prices table\n"));
  CHECK(has(site.becomes("## Prices\n\nW.\n\n" + base::replace_all(table, "table prices", "table costs")).changed(),
            "guide.html#prices named a table, and now names \"Prices\""));
  site.becomes("## Prices\n\nW.\n\n" + table).built();
}

TEST_CASE("anchors of a page that was merged into another lead to its sections there") {
  Recorded site(example("Of milk."));
  site.write("content/other.md", page("Other", example("Of water."))).built();
  site.record();
  site.remove("content/other.md");
  site.write("data/redirects.csv", "from,to,since,why\nother.html,guide.html,2026-05-01,\n");
  CHECK(has(site.becomes(example("Of milk.") + example("Of water.")).changed(),
            "other.html#example named \"Example\", and now names another section of that title\n"));
  site.write(
      "data/redirects.csv",
      "from,to,since,why\nother.html,guide.html,2026-05-01,\nother.html#example,guide.html#example-1,2026-05-01,\n");
  site.built();
}

TEST_CASE("anchors recorded by earlier versions get their targets when the list is written") {
  Recorded site(kLinux + kWindows);
  const std::string list = site.root.files().at("data/permalinks.txt");
  CHECK(has(list, " #install \"Install\" under \"Linux\" ~"));
  site.write("data/permalinks.txt", "guide.html #install #install-1 #linux #windows\nindex.html\n");
  const passes::FixReport done = site.fix();
  CHECK(done.recorded.anchors == 0);
  CHECK(done.recorded.named_anchors == 4);
  CHECK(has(site.root.files().at("data/permalinks.txt"), between(list, "#install ", " #install-1")));
}

TEST_CASE("a site with changed anchors records nothing") {
  Recorded site(kLinux + kWindows);
  const std::string list = site.root.files().at("data/permalinks.txt");
  site.becomes(kMac + kLinux + kWindows);
  (void)site.fix();
  CHECK(site.root.files().at("data/permalinks.txt") == list);
}
