// Tables: what a ```table block says, and what readers get of it.
#include <doctest/doctest.h>

#include "unit/whole_site.h"

namespace {

WholeSite& with_table(WholeSite& site, std::string_view yaml, const std::string& path = "content/t.md") {
  for (const auto& [file, bytes] : with_data({})) site.write(file, bytes);
  return site.write(path, page("T", "```table t\n" + std::string(yaml) + "\n```\n"));
}

std::string mistakes(std::string_view yaml) {
  WholeSite site;
  return with_table(site, yaml).mistakes();
}

std::string html(std::string_view yaml) {
  WholeSite site;
  return with_table(site, yaml).built().main("t.html");
}

TEST_CASE("a table is a figure with a caption, units, a row header, the best of each column, and downloads") {
  std::string text = html("data: prices\ncaption: \"Prices & <beans>\"\ncolumns: [name, price]");
  CHECK(has(text,
            "<figure class=\"table\" id=\"t\"><figcaption><span class=\"caption\">Prices &amp; &lt;beans&gt;</span> "
            "<a class=\"anchor\" href=\"#t\" aria-label=\"Link to: Prices &amp; &lt;beans&gt;\">#</a></figcaption>"));
  CHECK(has(text,
            "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"Prices &amp; &lt;beans&gt;\"><table>"));
  CHECK(has(text,
            "<th scope=\"col\"><span class=\"title\">Drink</span></th><th scope=\"col\" class=\"number\">"
            "<span class=\"title\">Price</span> <span class=\"unit\">€</span></th>"));
  CHECK(has(text,
            "<tr><th scope=\"row\">Espresso</th><td class=\"number best\"><a class=\"cell\" href=\"#t-n1\">2.50</a>"
            "<span class=\"visually-hidden\"> (best)</span></td>"));
  CHECK(has(text, "href=\"tables/t.csv\" download>CSV</a> <a href=\"tables/t.json\" download>JSON</a>"));
  CHECK(!has(text, "all-rows"));
}

TEST_CASE("a column may have its own title, format and bars, and say what is better") {
  std::string text = html(
      "data: prices\ncaption: Prices\ncolumns:\n  - name\n  - {name: price, title: Cost, format: \".1f\", better: "
      "higher, bar: true}");
  CHECK(has(text, "<span class=\"title\">Cost</span>"));
  CHECK(has(text, ">4.5</a><span class=\"visually-hidden\"> (best)</span><svg class=\"bar\""));
  CHECK(has(text, "<rect width=\"100.0\" height=\"6\"/>"));
  CHECK(has(text, "<rect width=\"55.6\" height=\"6\"/>"));
  CHECK(!has(html("data: prices\ncaption: P\ncolumns: [name, {name: price, better: neither}]"), "best"));
}

TEST_CASE("a missing value is shown as none, and is never the best") {
  std::string text = html("data: prices\ncaption: Beans\ncolumns: [name, {name: beans, better: lower}]");
  CHECK(has(text, "<td class=\"number\"><span class=\"none\" title=\"no value published\">"));
  CHECK(count(text, "(best)") == 1);
}

TEST_CASE("where all are equal none is the best") {
  WholeSite site;
  with_table(site, "data: prices\ncaption: P\ncolumns: [name, price]");
  site.change("data/prices.json", "\"price\": 2.5", "\"price\": 4")
      .change("data/prices.json", "\"price\": 4.5", "\"price\": 4");
  CHECK(!has(site.built().main("t.html"), "best"));
}

TEST_CASE("a long table shows its first rows, and leads to a page of its own with all of them") {
  WholeSite site;
  with_table(site, "data: prices\ncaption: All prices\ncolumns: [name, price]\nrows: 2", "content/shop/t.md").built();
  std::string text = site.main("shop/t.html");
  CHECK(!has(text, "Mocha"));
  CHECK(has(text, "<p class=\"all-rows\"><a href=\"../tables/t.html\">All 3 rows</a></p>"));
  std::string own = site.main("tables/t.html");
  CHECK(has(own, "<h1>All prices</h1>"));
  CHECK(has(own, "Mocha"));
  CHECK(has(own, "<a href=\"../sources/survey.html\">City Office, Survey &amp; tests</a>, p. 7; 2025"));
  CHECK(has(own, "href=\"t.csv\" download"));
  CHECK(!has(own, "all-rows"));
  CHECK(has(site.html("tables/t.csv"), "Mocha"));
  // As wide as the table, and no page for it.
  CHECK(!has(html("data: prices\ncaption: P\nrows: 3"), "all-rows"));
  // It has the site's navigation, as all pages do.
  CHECK(has(site.html("tables/t.html"), "<a href=\"../shop/index.html\""));
}

TEST_CASE("a cell may lead to a page, seen from the file that holds the table") {
  Files files = with_data({{"content/latte.md", page("Latte")}});
  auto table = [](const char* to) {
    return page("T",
                std::string("```sql q\nSELECT name, '") + to +
                    "' AS link, price, ref FROM prices ORDER BY name\n```\n\n"
                    "```table t\ndata: q\ncaption: Prices\nrows: 1\ncolumns: [{name: name, link: link}, price]\n```\n");
  };
  files["content/t.md"] = table("latte.html");
  WholeSite site(files);
  site.built();
  CHECK(has(site.main("t.html"), "<th scope=\"row\"><a href=\"latte.html\">Espresso</a></th>"));
  CHECK(has(site.main("tables/t.html"), "<th scope=\"row\"><a href=\"../latte.html\">Espresso</a></th>"));
  site.write("content/t.md", table("https://bean.example/")).built();
  CHECK(has(site.main("t.html"), "<a href=\"https://bean.example/\" rel=\"noopener\">Espresso</a>"));
  site.write("content/t.md", table("javascript:alert(1)")).build();
  CHECK(!has(site.html("t.html"), "href=\"javascript:"));
  CHECK(has(site.main("t.html"), "<a href=\"#\" rel=\"noopener\">Espresso</a>"));
  site.write("content/t.md", table("mokka.html"));
  CHECK(site.mistakes() ==
        "error[unknown-page]: a table leads to \"mokka.html\", which is no page\n"
        "  --> content/t.md\n");
}

TEST_CASE("`same` is checked and said, `differs` is said") {
  std::string text = html(
      "data: prices\ncaption: P\ncolumns: [name, price]\nsame: [One town only.]\ndiffers: [locator, source, Two "
      "cashiers were asked.]");
  CHECK(has(text, "<li>The same for all: One town only.</li>"));
  CHECK(has(text, "<li>Not the same for all: Two cashiers were asked.</li>"));
  CHECK(has(text, "<li>Not the same for all: locator, source</li>"));
  WholeSite site(with_data({{"content/t.md", page("T",
                                                  "```sql q\nSELECT name, source, price, ref FROM prices WHERE source "
                                                  "= 'card' ORDER BY id\n```\n\n```table t\ndata: q\ncaption: "
                                                  "P\ncolumns: [name, price]\nsame: [source]\n```\n")}}));
  CHECK(has(site.built().main("t.html"), "<li>The same for all: source card</li>"));
  CHECK(mistakes("data: prices\ncaption: P\nsame: [source]") ==
        "error[not-comparable]: the rows do not agree in \"source\": \"card\" in the first, \"survey\" in row 3\n"
        "  --> content/t.md:7:8\n"
        "   |\n"
        " 7 | same: [source]\n"
        "   |        ^^^^^^\n"
        "   = help: narrow the query to rows that may be compared, or name the column in \"differs\"\n");
}

TEST_CASE("mistakes in a table's block") {
  CHECK(mistakes("data: price\ncaption: P") ==
        "error[unknown-query]: there is no query, view or resource \"price\"\n"
        "  --> content/t.md:5:7\n"
        "   |\n"
        " 5 | data: price\n"
        "   |       ^^^^^\n"
        "   = expected: one of \"prices\"\n"
        "   = help: did you mean \"prices\"?\n");
  CHECK(mistakes("data: prices\ncaption: P\ncolumns: [nam]") ==
        "error[unknown-column]: \"prices\" has no column \"nam\"\n"
        "  --> content/t.md:7:11\n"
        "   |\n"
        " 7 | columns: [nam]\n"
        "   |           ^^^\n"
        "   = expected: one of \"id\", \"name\", \"price\", \"beans\", \"source\", \"locator\" or \"as_of\"\n"
        "   = help: did you mean \"name\"?\n");
  CHECK(mistakes("data: prices\ncaption: P\ncolumns: [{name: price, format: \".x1\"}]") ==
        "error[bad-format]: \".x1\" is no d3-format: after \".\" stands a number of digits: \".2f\"\n"
        "  --> content/t.md:7:33\n"
        "   |\n"
        " 7 | columns: [{name: price, format: \".x1\"}]\n"
        "   |                                 ^^^^^\n"
        "   = expected: for instance \",.1f\"\n");
  CHECK(mistakes("data: prices\ncaption: P\nrows: 0") ==
        "error[bad-value]: \"rows\" is how many rows the page shows\n"
        "  --> content/t.md:7:7\n"
        "   |\n"
        " 7 | rows: 0\n"
        "   |       ^\n"
        "   = expected: 1 or more\n");
  CHECK(has(mistakes("data: prices"), "error[missing-key]"));
  CHECK(has(mistakes("data: prices\ncaption: P\ncolums: [name]"), "did you mean \"columns\"?"));
  CHECK(has(mistakes("- data"), "error[wrong-type]"));
}

TEST_CASE("a failed query is told once, and a table of it crashes nothing") {
  WholeSite site(
      with_data({{"content/t.md", page("T",
                                       "```sql q\nSELECT nam FROM prices\n```\n\n```table t\ndata: q\n"
                                       "caption: P\nrows: 2\ncolumns: [x]\n```\n\n[1 EUR](fig:q/x/nam)\n")}}));
  CHECK(site.build().diagnostics.errors() == 1);
  CHECK(has(said(site.report.diagnostics), "error[sql-error]"));
}

TEST_CASE("a table in a quote or a list is refused, not lost") {
  WholeSite site(with_data({{"content/t.md", page("T", "> ```table t\n> data: prices\n> caption: P\n> ```\n")}}));
  CHECK(has(site.mistakes(),
            "error[block-in-block]: a table or chart stands within a quote or a list\n  --> content/t.md:4:3\n"));
}

}  // namespace
