// Tests what reviewers should see although the site builds: unchanged dates, code, files and hosts.
#include <doctest/doctest.h>

#include "../whole_site.h"
#include "diff/compare.h"

namespace {

struct Reviewed {
  WholeSite before, after;
  Reviewed() {
    const Files files = with_data({{"content/index.md", page("Coffee")}});
    for (const auto& [path, bytes] : files) before.write(path, bytes), after.write(path, bytes);
  }
  std::string doubts() {
    const passes::CheckedSite old_side = passes::check_site(before.root, {}),
                              new_side = passes::check_site(after.root, {});
    const diff::Comparison comparison = diff::compare(old_side, new_side);
    std::string text;
    for (const diff::Doubt& each : comparison.doubts) text += each.place + ": " + each.message + "\n";
    return text;
  }
};

const std::string kPrices = "data/prices.json";

}  // namespace

TEST_CASE("a number that changed without a new date is reported") {
  Reviewed site;
  CHECK(site.doubts() == "");
  site.after.change(kPrices, "\"price\": 4,", "\"price\": 4.2,");
  CHECK(site.doubts() == "data/prices.json: prices/latte: price changed, and the row is dated 2026-03-01 as before\n");
  site.after.change(kPrices, "\"beans\": 9.5, \"source\": \"card\", \"locator\": \"row 2\", \"as_of\": \"2026-03-01\"",
                    "\"beans\": 8, \"source\": \"card\", \"locator\": \"row 2\", \"as_of\": \"2026-02\"");
  CHECK(site.doubts() ==
        "data/prices.json: prices/latte: price, beans changed, and the row is dated 2026-02, was 2026-03-01\n");
}

TEST_CASE(
    "a number that changed together with its date, the same number in a different unit, and changed words are not "
    "reported") {
  Reviewed site;
  site.after.change(
      kPrices, "\"price\": 4, \"beans\": 9.5, \"source\": \"card\", \"locator\": \"row 2\", \"as_of\": \"2026-03-01\"",
      "\"price\": 4.2, \"beans\": 9.5, \"source\": \"card\", \"locator\": \"row 2\", \"as_of\": \"2026-04-01\"");
  CHECK(site.doubts() == "");
  site.after.change(kPrices, "\"Espresso\"", "\"Caff\u00e8\"");
  site.after.change(kPrices, "\"p. 7\"", "\"p. 8\"");
  CHECK(site.doubts() == "");
}

TEST_CASE("numbers that were added or removed without a new date are reported") {
  Reviewed site;
  site.after.change(kPrices, "\"price\": 4.5,", "\"price\": 4.5, \"beans\": 10,");
  site.after.change(kPrices, "\"price\": 2.5, \"beans\": 9,", "\"price\": 2.5,");
  CHECK(count(site.doubts(), "beans changed") == 2);
}

TEST_CASE("the date of a table applies to rows without their own date") {
  Reviewed site;
  for (WholeSite* side : {&site.before, &site.after}) {
    side->write(kPrices, base::replace_all(side->root.files().at(kPrices), ", \"as_of\": \"2026-03-01\"", ""));
    side->change("data/datapackage.json", "\"title\": \"Prices\"", "\"title\": \"Prices\", \"as_of\": \"2026-01\"");
  }
  site.after.change(kPrices, "\"price\": 4,", "\"price\": 4.2,");
  CHECK(has(site.doubts(), "prices/latte: price changed, and the row is dated 2026-01 as before"));
  site.after.change("data/datapackage.json", "\"as_of\": \"2026-01\"", "\"as_of\": \"2026-04\"");
  CHECK(site.doubts() == "");
}

TEST_CASE("new files that are no pages, changed code and new hosts are reported") {
  Reviewed site;
  for (WholeSite* side : {&site.before, &site.after}) {
    side->write("content/old.csv", "a");
    side->write("content/index.md", page("Coffee", "[Old](https://old.example/a)."));
  }
  CHECK(site.doubts() == "");
  site.after.write("content/old.csv", "b");
  site.after.write("content/new.csv", "a");
  site.after.write("content/more.md", page("More", "[New](https://new.example/b), [old](https://old.example/c)."));
  site.after.write("data/theme.css", "p { margin: 0 }");
  site.after.write("templates/footer.html", "Ours");
  CHECK(site.doubts() ==
        "content/new.csv: a new file that is no page\n"
        "data/theme.css: the style sheet, which is new\n"
        "templates/footer.html: a template, which is new\n"
        "new.example: a host to which the site had no link\n");
}

TEST_CASE("changed workflows are reported") {
  const io::MemoryFileSystem before({{".github/workflows/a.yml", "1"}, {".github/workflows/same.yml", "1"}});
  const io::MemoryFileSystem after(
      {{".github/workflows/a.yml", "2"}, {".github/workflows/same.yml", "1"}, {".gitlab-ci.yml", "1"}});
  std::vector<diff::Doubt> doubts;
  diff::compare_workflows(before, after, doubts);
  REQUIRE(doubts.size() == 2);
  CHECK(doubts[0].place + " " + doubts[0].message == ".gitlab-ci.yml a workflow, which is new");
  CHECK(doubts[1].place + " " + doubts[1].message == ".github/workflows/a.yml a workflow, which is changed");
}
