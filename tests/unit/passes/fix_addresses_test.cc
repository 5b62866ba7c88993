// Tests that `sourcebook fix` proposes and writes redirects, and records new addresses.
#include <doctest/doctest.h>

#include <regex>

#include "passes/fix.h"
#include "unit/whole_site.h"

namespace {

constexpr const char* kHead = "from,to,since,why\n";

struct Fixed : WholeSite {
  using WholeSite::WholeSite;
  passes::FixReport done;
  const passes::FixReport& fix(passes::AddressFix addresses = {}, bool dry_run = false) {
    addresses.today = "2026-05-01";
    root.forget_accesses();
    done = passes::fix_site(root, {}, addresses);
    if (!dry_run)
      for (const base::ChangedFile& file : done.files) REQUIRE(root.write(file.path, file.bytes).ok());
    return done;
  }
  // Returns the recorded addresses without the targets of anchors.
  std::string addresses() const {
    return std::regex_replace(file("data/permalinks.txt"),
                              std::regex(R"( ("[^"]*"( under "[^"]*")?|table|chart)( ~[0-9a-f]+)?)"), "");
  }
  std::string file(const std::string& path) const {
    auto found = root.read(path);
    return found ? *found : "(none)";
  }
};

const passes::AddressFix kRecord{.redirects = false, .permalinks = true, .today = ""};
const passes::AddressFix kRedirect{.redirects = true, .permalinks = false, .today = ""};

Files lessons() {
  return {{"content/index.md", page("Coffee")},
          {"content/lessons/index.md", page("Lessons")},
          {"content/lessons/milk.md", page("Milk", "## Fat\n\nW.\n\n## Foam and froth\n\nW.\n")},
          {"content/lessons/water.md", page("Water", "## Hardness\n\nW.\n")}};
}

}  // namespace

TEST_CASE("new addresses are recorded in a canonical form, and known ones are not reported") {
  Fixed site(lessons());
  site.fix(kRecord);
  CHECK(site.done.recorded.pages == 4);
  CHECK(site.done.recorded.anchors == 3);
  const std::string list = site.addresses();
  CHECK(list.substr(list.find('\n') + 1) ==
        "index.html\nlessons/index.html\nlessons/milk.html #fat #foam-and-froth\nlessons/water.html #hardness\n");
  site.fix(kRecord);
  CHECK(site.done.recorded.pages + site.done.recorded.anchors == 0);
  CHECK(site.root.writes().empty());
  site.change("content/lessons/water.md", "## Hardness", "## Taste\n\nW.\n\n## Hardness");
  site.fix(kRecord, true);
  CHECK(site.done.recorded.anchors == 1);
  CHECK(site.root.writes().empty());
  site.fix(kRecord);
  CHECK(site.done.recorded.pages == 0);
  CHECK(has(site.addresses(), "\nlessons/water.html #hardness #taste\n"));
}

TEST_CASE("merged lines are sorted, and no line is removed") {
  Fixed site(lessons());
  site.write("data/permalinks.txt", "# Ours\nlessons/water.html #wet\ngone.html #x\nindex.html\nlessons/water.html\n");
  site.write("data/redirects.csv", std::string(kHead) + "gone.html,,2026,Gone\nlessons/water.html#wet,,2026,Dry\n");
  site.fix(kRecord);
  CHECK(site.addresses() ==
        "# Ours\ngone.html #x\nindex.html\nlessons/index.html\nlessons/milk.html #fat #foam-and-froth\n"
        "lessons/water.html #hardness #wet\n");
}

TEST_CASE("a site with errors records nothing") {
  Fixed site(lessons());
  site.write("data/permalinks.txt", "gone.html\n");
  site.fix(kRecord);
  CHECK(site.done.left.errors() == 1);
  CHECK(site.root.writes().empty());
}

TEST_CASE("redirects for a reworded heading and a renamed page are proposed, and written on request") {
  Fixed site(lessons());
  site.fix(kRecord);
  site.change("content/lessons/milk.md", "## Foam and froth", "## Froth and foam");
  site.write("content/lessons/water-and-salts.md", site.file("content/lessons/water.md"));
  site.remove("content/lessons/water.md");
  const std::string heading = "lessons/milk.html#foam-and-froth,lessons/milk.html#froth-and-foam,2026-05-01,";
  const std::string water = "lessons/water.html,lessons/water-and-salts.html,2026-05-01,";

  site.fix();
  CHECK(site.done.redirects == std::vector<std::string>{heading, water});
  CHECK(site.done.left.errors() == 2);
  CHECK(site.root.writes().empty());

  site.fix(kRedirect, true);
  CHECK(site.done.redirects.size() == 2);
  CHECK(said(site.done.left) == "");
  CHECK(site.root.writes().empty());

  site.fix(kRedirect);
  CHECK(said(site.done.left) == "");
  CHECK(site.file("data/redirects.csv") == kHead + heading + "\n" + water + "\n");
  site.built();
  site.fix(kRedirect);
  CHECK(site.done.redirects.empty());
  CHECK(site.root.writes().empty());
}

TEST_CASE("new rows use the file's line format and are appended") {
  Fixed site(lessons());
  site.write("data/permalinks.txt", "old.html\nlessons/wter.html\n");
  site.write("data/redirects.csv", "from,to,since,why\r\nold.html,index.html,2025,Old");
  site.fix(kRedirect);
  CHECK(site.file("data/redirects.csv") ==
        "from,to,since,why\r\nold.html,index.html,2025,Old\r\nlessons/wter.html,lessons/water.html,2026-05-01,\r\n");
}

TEST_CASE("a file with only empty lines gets the header row") {
  Fixed site(lessons());
  site.write("data/permalinks.txt", "lessons/wter.html\n");
  site.write("data/redirects.csv", "\n");
  site.fix(kRedirect);
  CHECK(site.file("data/redirects.csv") == kHead + std::string("lessons/wter.html,lessons/water.html,2026-05-01,\n"));
}

TEST_CASE("redirects to a renamed page are updated to its new address") {
  Fixed site(lessons());
  site.write("data/redirects.csv", std::string(kHead) +
                                       "tap.html,lessons/water.html,2025,\n"
                                       "wet.html,lessons/water.html#hardness,2025,\"So, there\"\n");
  site.fix(kRecord);
  site.write("content/lessons/water-and-salts.md", site.file("content/lessons/water.md"));
  site.remove("content/lessons/water.md");
  site.fix(kRedirect);
  CHECK(said(site.done.left) == "");
  CHECK(site.file("data/redirects.csv") == std::string(kHead) +
                                               "tap.html,lessons/water-and-salts.html,2025,\n"
                                               "wet.html,lessons/water-and-salts.html#hardness,2025,\"So, there\"\n"
                                               "lessons/water.html,lessons/water-and-salts.html,2026-05-01,\n");
}

TEST_CASE("chains of two redirects are shortened to one") {
  Fixed site(lessons());
  site.write("data/redirects.csv", std::string(kHead) + "a.html,b.html,2024,\nb.html,lessons/milk.html#fat,2025,\n");
  site.fix();
  CHECK(site.done.redirects == std::vector<std::string>{"a.html,lessons/milk.html#fat,2024,"});
  CHECK(site.done.left.errors() == 1);
  site.fix(kRedirect);
  CHECK(said(site.done.left) == "");
  CHECK(has(site.file("data/redirects.csv"), "\na.html,lessons/milk.html#fat,2024,\n"));
}

TEST_CASE("anchors that a renamed page lacks are redirected in the same run, if there is a likely target") {
  Fixed site(lessons());
  site.fix(kRecord);
  site.write("content/drinks/milk.md", page("Milk", "## Fat\n\nW.\n\n## Froth and foam\n\nW.\n"));
  site.remove("content/lessons/milk.md");
  site.fix(kRedirect);
  CHECK(said(site.done.left) == "");
  CHECK(site.file("data/redirects.csv") ==
        std::string(kHead) +
            "lessons/milk.html,drinks/milk.html,2026-05-01,\n"
            "lessons/milk.html#foam-and-froth,drinks/milk.html#froth-and-foam,2026-05-01,\n");
}

TEST_CASE("an address without a likely target is left to the author") {
  Fixed site(lessons());
  site.fix(kRecord);
  site.remove("content/lessons/water.md");
  site.write("content/lessons/beans.md", page("Beans"));
  site.fix(kRedirect);
  CHECK(site.done.redirects.empty());
  CHECK(site.done.left.errors() == 1);
  CHECK(site.root.writes().empty());
}
