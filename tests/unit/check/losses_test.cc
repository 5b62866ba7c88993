// Tests that published addresses that no longer exist are reported, with suggestions where they may have moved.
#include "check/losses.h"

#include <doctest/doctest.h>

#include "unit/whole_site.h"

namespace {

constexpr const char* kHead = "from,to,since,why\n";

// A site whose recorded addresses are its current ones, as after `fix --permalinks`.
struct Published : WholeSite {
  explicit Published(Files pages) : WholeSite(std::move(pages)) {
    built();
    std::string list;
    Passes p = passes();
    for (const pages::RenderedPage& page : p.rendered) {
      if (!page.page->is_indexed()) continue;
      list += page.page->address;
      for (const std::string& anchor : page.anchors) list += " #" + anchor;
      list += "\n";
    }
    write("data/permalinks.txt", list).built();
  }
};

Files lessons() {
  return {{"content/index.md", page("Coffee")},
          {"content/lessons/index.md", page("Lessons")},
          {"content/lessons/milk.md", page("Milk", "## Fat\n\nW.\n\n## How hot milk may get\n\nW.\n\n## Foam\n\nW.\n")},
          {"content/lessons/water.md", page("Water", "## Hardness\n\nW.\n")}};
}

}  // namespace

TEST_CASE("a renamed page is reported with its new address") {
  Published site(lessons());
  site.write("content/lessons/milk-and-foam.md", site.root.files().at("content/lessons/milk.md"));
  site.remove("content/lessons/milk.md");
  CHECK(site.mistakes() ==
        "error[lost-page]: lessons/milk.html was published, but is missing now\n"
        "  --> data/permalinks.txt:3:1\n"
        "   |\n"
        " 3 | lessons/milk.html #fat #how-hot-milk-may-get #foam\n"
        "   | ^^^^^^^^^^^^^^^^^\n"
        "   = expected: a page there, or a redirect in data/redirects.csv\n"
        "   = help: if it became lessons/milk-and-foam.html: "
        "lessons/milk.html,lessons/milk-and-foam.html,YYYY-MM-DD,\n"
        "   = note: the nearest page is this one\n"
        "  ::: content/lessons/milk-and-foam.md:2:8\n"
        "   |\n"
        " 2 | title: Milk\n"
        "   |        ^^^^\n");
  CHECK(site.output.writes().empty());
  site.write("data/redirects.csv", std::string(kHead) + "lessons/milk.html,lessons/milk-and-foam.html,2026-05-01,\n");
  site.built();
}

TEST_CASE("a reworded heading is reported at its position, and can keep its anchor") {
  Published site(lessons());
  site.change("content/lessons/milk.md", "## How hot milk may get", "## How hot may milk be?");
  CHECK(site.mistakes() ==
        "error[lost-anchor]: lessons/milk.html has lost its anchor #how-hot-milk-may-get\n"
        "  --> content/lessons/milk.md:8:1\n"
        "   |\n"
        " 8 | ## How hot may milk be?\n"
        "   | ^^^^^^^^^^^^^^^^^^^^^^^\n"
        "   = expected: this anchor, because it was published, or a redirect in data/redirects.csv\n"
        "   = help: put {#how-hot-milk-may-get} after this heading, or if it became "
        "lessons/milk.html#how-hot-may-milk-be: "
        "lessons/milk.html#how-hot-milk-may-get,lessons/milk.html#how-hot-may-milk-be,YYYY-MM-DD,\n"
        "   = note: recorded as published here\n"
        "  ::: data/permalinks.txt:3:24\n"
        "   |\n"
        " 3 | lessons/milk.html #fat #how-hot-milk-may-get #foam\n"
        "   |                        ^^^^^^^^^^^^^^^^^^^^^\n");
  site.change("content/lessons/milk.md", "be?", "be? {#how-hot-milk-may-get}");
  site.built();
}

TEST_CASE("a part that moved to a different page is found there by its name") {
  Published site(lessons());
  site.change("content/lessons/milk.md", "## Foam\n\nW.\n", "");
  site.change("content/lessons/water.md", "## Hardness\n\nW.\n", "## Hardness\n\nW.\n\n## Foam\n\nW.\n");
  const std::string mistakes = site.mistakes();
  CHECK(has(mistakes,
            "error[lost-anchor]: lessons/milk.html has lost its anchor #foam\n"
            "  --> content/lessons/milk.md:2:8\n"));
  CHECK(has(mistakes,
            "help: if it became lessons/water.html#foam: "
            "lessons/milk.html#foam,lessons/water.html#foam,YYYY-MM-DD,\n"));
  CHECK(has(mistakes, "note: the nearest anchor is this one\n  ::: content/lessons/water.md:8:1\n"));
}

TEST_CASE("a renamed table is reported at its name") {
  Published site(with_data(
      {{"content/index.md",
        page("Coffee", "```table drink-prices\ndata: prices\ncaption: Prices\ncolumns: [name, price]\n```\n")}}));
  site.change("content/index.md", "table drink-prices", "table prices-of-drinks");
  const std::string mistakes = site.mistakes();
  CHECK(has(mistakes,
            "error[lost-anchor]: index.html has lost its anchor #drink-prices\n"
            "  --> content/index.md:4:10\n"));
  CHECK(has(mistakes, "help: call it \"drink-prices\" again, or if it became index.html#prices-of-drinks: "));
}

TEST_CASE("the anchors of a moved page are redirected with it, and missing ones are reported") {
  Published site(lessons());
  site.write("content/drinks/milk.md", page("Milk", "## Fat\n\nW.\n\n## Foam\n\nW.\n"));
  site.remove("content/lessons/milk.md");
  site.write("data/redirects.csv", std::string(kHead) + "lessons/milk.html,drinks/milk.html,2026-05-01,\n");
  CHECK(has(site.mistakes(),
            "error[lost-anchor]: lessons/milk.html moved to drinks/milk.html, which has no anchor "
            "#how-hot-milk-may-get\n"));
  CHECK(site.report.diagnostics.errors() == 1);
  SUBCASE("a separate row redirects the anchor") {
    site.change("data/redirects.csv", "2026-05-01,\n",
                "2026-05-01,\nlessons/milk.html#how-hot-milk-may-get,drinks/milk.html#foam,2026-05-01,\n");
    site.built();
  }
  SUBCASE("the page's row has a fragment, to which all anchors without their own row redirect") {
    site.change("data/redirects.csv", "drinks/milk.html", "drinks/milk.html#foam");
    site.built();
  }
  SUBCASE("the page was retired with all its parts") {
    site.write("data/redirects.csv", std::string(kHead) + "lessons/milk.html,,2026-05-01,Nobody drinks it\n");
    site.built();
  }
}

TEST_CASE("a table whose rows are all on its page again is found there") {
  Files files =
      with_data({{"content/index.md",
                  page("Coffee", "```table all\ndata: prices\ncaption: All\ncolumns: [name, price]\nrows: 2\n```\n")}});
  Published site(files);
  REQUIRE(has(site.root.files().at("data/permalinks.txt"), "tables/all.html #all\n"));
  site.change("content/index.md", "rows: 2\n", "");
  CHECK(has(site.mistakes(), "help: if it became index.html#all: tables/all.html,index.html#all,YYYY-MM-DD,\n"));
}

TEST_CASE("addresses of drafts, print pages and rows are not recorded") {
  Published site(with_data({{"content/index.md", page("Coffee")},
                            {"content/a/index.md", page("A")},
                            {"content/a/b.md", page("B")},
                            {"content/a/c.md", page("C")}}));
  const std::string list = site.root.files().at("data/permalinks.txt");
  CHECK(!has(list, "print.html"));
  CHECK(!has(list, "404.html"));
  CHECK(has(list, "data/prices.html\n"));
}

TEST_CASE("a lost page that became a draft is reported as a draft") {
  Published site(lessons());
  site.change("content/lessons/water.md", "title: Water\n", "title: Water\ndraft: true\n");
  CHECK(has(site.mistakes(), "help: content/lessons/water.md is a draft, which this build leaves out\n"));
  passes::Options drafts;
  drafts.drafts = true;
  CHECK(site.mistakes(drafts) == "");
}

TEST_CASE("a loss that follows from another error is not reported") {
  Published site(
      with_data({{"content/index.md", page("Coffee", "## Milk\n\nW.\n")},
                 {"content/drinks/drink.md", page("\"{name}\"", "## Price\n\n[](fig:prices/{id}/price)\n",
                                                  "pages: {query: prices, address: \"{id}\", title: \"{name}\"}\n")}}));
  SUBCASE("pages made from data that can't be read are not reported") {
    site.change("data/prices.json", "\"espresso\"", "espresso");
    CHECK(!has(site.mistakes(), "lost-"));
  }
  SUBCASE("a table that can't be shown keeps its anchor") {
    site.write("content/index.md", page("Coffee",
                                        "## Milk\n\n```table prices-now\ndata: prices\ncaption: Now\n"
                                        "columns: [name, price]\n```\n"));
    site.write("data/permalinks.txt", "index.html #milk #prices-now\n");
    site.change("content/index.md", "[name, price]", "[name, cost]");
    CHECK(has(site.mistakes(), "error[unknown-column]"));
    CHECK(!has(site.mistakes(), "lost-"));
  }
}

TEST_CASE("the similarity of names compares pairs of letters") {
  CHECK(check::likeness("cost", "cost") == 1.0);
  CHECK(check::likeness("abc", "xyz") == 0.0);
  CHECK(check::likeness("what-it-costs-to-write", "what-writing-costs") > 0.45);
  CHECK(check::likeness("foam", "hardness") < 0.25);
}
