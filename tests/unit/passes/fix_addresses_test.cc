// Tests that `sourcebook fix` records new addresses.
#include <doctest/doctest.h>

#include <regex>

#include "passes/fix.h"
#include "unit/whole_site.h"

namespace {

constexpr const char* kHead = "from,to,since,why\n";

struct Fixed : WholeSite {
  using WholeSite::WholeSite;
  passes::FixReport done;
  const passes::FixReport& record(bool dry_run = false) {
    root.forget_accesses();
    done = passes::fix_site(root, {}, true);
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

Files lessons() {
  return {{"content/index.md", page("Coffee")},
          {"content/lessons/index.md", page("Lessons")},
          {"content/lessons/milk.md", page("Milk", "## Fat\n\nW.\n\n## Foam and froth\n\nW.\n")},
          {"content/lessons/water.md", page("Water", "## Hardness\n\nW.\n")}};
}

}  // namespace

TEST_CASE("new addresses are recorded in a canonical form, and known ones are not reported") {
  Fixed site(lessons());
  site.record();
  CHECK(site.done.recorded.pages == 4);
  CHECK(site.done.recorded.anchors == 3);
  const std::string list = site.addresses();
  CHECK(list.substr(list.find('\n') + 1) ==
        "index.html\nlessons/index.html\nlessons/milk.html #fat #foam-and-froth\nlessons/water.html #hardness\n");
  site.record();
  CHECK(site.done.recorded.pages + site.done.recorded.anchors == 0);
  CHECK(site.root.writes().empty());
  site.change("content/lessons/water.md", "## Hardness", "## Taste\n\nW.\n\n## Hardness");
  site.record(true);
  CHECK(site.done.recorded.anchors == 1);
  CHECK(site.root.writes().empty());
  site.record();
  CHECK(site.done.recorded.pages == 0);
  CHECK(has(site.addresses(), "\nlessons/water.html #hardness #taste\n"));
}

TEST_CASE("merged lines are sorted, and no line is removed") {
  Fixed site(lessons());
  site.write("data/permalinks.txt", "# Ours\nlessons/water.html #wet\ngone.html #x\nindex.html\nlessons/water.html\n");
  site.write("data/redirects.csv", std::string(kHead) + "gone.html,,2026,Gone\nlessons/water.html#wet,,2026,Dry\n");
  site.record();
  CHECK(site.addresses() ==
        "# Ours\ngone.html #x\nindex.html\nlessons/index.html\nlessons/milk.html #fat #foam-and-froth\n"
        "lessons/water.html #hardness #wet\n");
}

TEST_CASE("a site with errors records nothing") {
  Fixed site(lessons());
  site.write("data/permalinks.txt", "gone.html\n");
  site.record();
  CHECK(site.done.left.errors() == 1);
  CHECK(site.root.writes().empty());
}
