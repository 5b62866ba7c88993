#include "check/checks.h"

#include <doctest/doctest.h>

#include "unit/whole_site.h"

namespace {

TEST_CASE("all broken links of a site are reported at once, in the order of files") {
  WholeSite site(Files{{"content/index.md", page("Coffee", "[a](b.md#x), [b](b.md#two), [c](b.md#tow)\n")},
                       {"content/b.md", page("B", "[d](index.md#y)\n\n## Two\n\nW.\n")}});
  CHECK(site.mistakes() ==
        "error[unknown-anchor]: index.html has no anchor #y\n"
        "  --> content/b.md:4:5\n"
        "   |\n"
        " 4 | [d](index.md#y)\n"
        "   |     ^^^^^^^^^^\n"
        "   = expected: a link to the page itself: it has no headings\n"
        "error[unknown-anchor]: b.html has no anchor #x\n"
        "  --> content/index.md:4:5\n"
        "   |\n"
        " 4 | [a](b.md#x), [b](b.md#two), [c](b.md#tow)\n"
        "   |     ^^^^^^\n"
        "   = expected: one of \"two\"\n"
        "error[unknown-anchor]: b.html has no anchor #tow\n"
        "  --> content/index.md:4:33\n"
        "   |\n"
        " 4 | [a](b.md#x), [b](b.md#two), [c](b.md#tow)\n"
        "   |                                 ^^^^^^^^\n"
        "   = expected: one of \"two\"\n"
        "   = help: did you mean \"two\"?\n");
}

TEST_CASE("a link to an address that is not published is reported, from texts and data") {
  WholeSite site(Files{{"content/index.md", page("Coffee")}});
  Passes p = site.passes();
  const site::Links links = {{"gone.html", "", {}}, {"index.html", "", {}}, {"assets/x", "y", {}}};
  std::vector<std::string> anchors;
  base::Diagnostics diagnostics;
  check::check_links(*p.site, {{p.site->find("index.html"), &links, &anchors}}, diagnostics);
  CHECK(diagnostics.errors() == 2);
  CHECK(has(said(diagnostics), "error[unknown-page]: nothing is published at gone.html\n"));
}

TEST_CASE("a link sets only inputs and values that an estimate has, and only columns that a table has") {
  const auto mistakes = [](const std::string& query) {
    WholeSite site(with_data(
        {{"content/from.md", page("From", "[x](round.md" + query + ")\n")},
         {"content/round.md",
          page("Round",
               "```estimate round\ndata: prices\ncaption: A round\nnote: W.\ninputs:\n"
               "  cups: {title: Cups, unit: 1, min: 1, max: 9, step: 2, default: 3}\n"
               "  drink: {title: Drink, column: id}\n  own: {title: Own, data: prices, column: id}\nresults:\n"
               "  cost: {title: Cost, unit: EUR, formula: cups * price}\n```\n\n"
               "```table t\ndata: prices\ncaption: P\ncolumns: [name]\n```\n")}}));
    return site.mistakes();
  };
  CHECK(mistakes("?round.cups=5&round.drink=latte&round.own=latte&t.sort=-name&t.is.name=x&t.hide=id,name&t.find=x") ==
        "");
  CHECK(mistakes("?round.drink=") == "");
  CHECK(has(mistakes("?cups=5"), "error[estimate-name]: the estimates of round.html have no input \"cups\"\n"));
  CHECK(has(mistakes("?cups=5"), "   = help: did you mean \"round.cups\"?\n"));
  CHECK(has(mistakes("?round.cup=5"), "   = help: did you mean \"round.cups\"?\n"));
  CHECK(has(mistakes("?round.cups=4"), "error[bad-value]: 4 is not on a step of 2 from 1\n"));
  CHECK(has(mistakes("?round.cups=1e0"), "error[bad-value]: \"1e0\" is not a number\n"));
  CHECK(has(mistakes("?round.drink=late"),
            "error[estimate-choice]: \"late\" is not a choice of the input \"round.drink\"\n"));
  CHECK(has(mistakes("?round.drink=late"), "   = help: did you mean \"latte\"?\n"));
  CHECK(has(mistakes("?round.own="), "error[estimate-choice]: \"\" is not a choice"));
  for (const char* query : {"?t.sort=-nam", "?t.hide=nam", "?t.is.nam=x"})
    CHECK(has(mistakes(query), "error[unknown-column]: the table \"t\" has no column \"nam\"\n"));
}

TEST_CASE("anchors of files that are not pages are not checked") {
  WholeSite site(Files{{"content/index.md", page("Coffee", "[x](map.svg#layer-2) [y](old.html#part)\n")},
                       {"content/map.svg", "<svg/>"},
                       {"data/site.json", R"({"title": "Coffee", "active": ["old.html"]})"},
                       {"content/old.html", "<p>"}});
  site.built();
}

}  // namespace
