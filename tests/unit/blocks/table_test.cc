// Tests tables: the syntax of a ```table block, and its HTML.
#include <doctest/doctest.h>

#include "../plain_notes.h"
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

TEST_CASE("a table is a figure with a caption, units, row headers, marks for the best values, and downloads") {
  std::string text = html("data: prices\ncaption: \"Prices & <beans>\"\ncolumns: [name, price]");
  CHECK(has(text,
            "<figure class=\"table\" id=\"t\"><figcaption><span class=\"caption\">Prices &amp; "
            "&lt;beans&gt;</span></figcaption>"));
  CHECK(has(text, "aria-label=\"Link or embed: Prices &amp; &lt;beans&gt;\">Link or embed</a></p>"));
  CHECK(has(text,
            "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"Prices &amp; &lt;beans&gt;\"><table>"));
  CHECK(has(text,
            "<th scope=\"col\" data-column=\"name\"><span class=\"title\">Drink</span></th>"
            "<th scope=\"col\" class=\"number\" data-column=\"price\" data-better=\"lower\">"
            "<span class=\"title\">Price</span> <span class=\"unit\">€</span></th>"));
  CHECK(has(text,
            "<tr><th scope=\"row\" class=\"nowrap\">Espresso</th><td class=\"number best\" data-value=\"2.5\"><a "
            "class=\"cell\" href=\"#t-n1\">2.50</a>"
            "<span class=\"visually-hidden\"> (best)</span></td>"));
  CHECK(has(text,
            "href=\"tables/t.csv\" download aria-label=\"CSV: Prices &amp; &lt;beans&gt;\">CSV</a> <a "
            "href=\"tables/t.json\" download aria-label=\"JSON: Prices &amp; &lt;beans&gt;\">JSON</a>"));
  CHECK(!has(text, "all-rows"));
}

TEST_CASE("a column can have its own title, format, bars and `better`") {
  std::string text = html(
      "data: prices\ncaption: Prices\ncolumns:\n  - name\n  - {name: price, title: Cost, format: \".1f\", better: "
      "higher, bar: true}");
  CHECK(has(text, "<span class=\"title\">Cost</span>"));
  CHECK(has(text, ">4.5</a><span class=\"visually-hidden\"> (best)</span><svg class=\"bar\""));
  CHECK(has(text, "<rect width=\"100.0%\" height=\"100%\"/>"));
  CHECK(has(text, "<rect width=\"55.6%\" height=\"100%\"/>"));
  CHECK(!has(html("data: prices\ncaption: P\ncolumns: [name, {name: price, better: neither}]"), "best"));
}

TEST_CASE("the title of a column may not name another unit than its numbers have") {
  const auto titled = [](const std::string& title, const std::string& more = "") {
    return mistakes("data: prices\ncaption: P\ncolumns: [name, {name: price, title: \"" + title + "\"" + more + "}]");
  };
  CHECK(has(titled("Price in cents"), "error[unit-mismatch]: \"Price in cents\" says cents, but the field is in EUR"));
  CHECK(has(titled("Price (thousand EUR)"), "error[unit-mismatch]"));
  CHECK(titled("Price in euros") == "");
  CHECK(titled("Price per cup") == "");
}

TEST_CASE("rows that matter are bold, and must exist") {
  const std::string text = html("data: prices\ncaption: Prices\ncolumns: [name, price]\nhighlight: [Espresso]");
  CHECK(has(text, "<tr class=\"highlight\"><th scope=\"row\" class=\"nowrap\">Espresso</th>"));
  CHECK(text.find("class=\"highlight\"") == text.rfind("class=\"highlight\""));
  CHECK(has(mistakes("data: prices\ncaption: Prices\ncolumns: [name, price]\nhighlight: [Expresso]"),
            "the first column of this table has no \"Expresso\""));
}

TEST_CASE("bars of positive and negative values start at a common zero") {
  WholeSite site;
  for (const auto& [file, bytes] : with_data({})) site.write(file, bytes);
  site.write("content/t.md",
             page("T",
                  "```sql changes\n-- @change {unit: \"1\"}\nSELECT id, name, ref, CASE name WHEN 'Espresso' "
                  "THEN 30 ELSE -10 END * price / price AS change FROM prices\n```\n\n```table t\ndata: "
                  "changes\ncaption: Changes\ncolumns: [name, {name: change, bar: true}]\n```\n"));
  const std::string text = site.built().main("t.html");
  CHECK(has(text, "<rect x=\"25.0%\" width=\"75.0%\" height=\"100%\"/>"));
  CHECK(has(text, "<rect x=\"0.0%\" width=\"25.0%\" height=\"100%\"/>"));
}

TEST_CASE("a missing value is shown as such, and is never the best") {
  std::string text = html("data: prices\ncaption: Beans\ncolumns: [name, {name: beans, better: lower}]");
  CHECK(has(text,
            "<td class=\"number\"><span class=\"none\"><span aria-hidden=\"true\">–</span>"
            "<span class=\"visually-hidden\">not given</span></span></td>"));
  CHECK(has(text, "<span><b class=\"none\">–</b> not given</span>"));
  CHECK(count(text, "(best)") == 1);
}

TEST_CASE("if all values are equal, none is marked as the best") {
  WholeSite site;
  with_table(site, "data: prices\ncaption: P\ncolumns: [name, price]");
  site.change("data/prices.json", "\"price\": 2.5", "\"price\": 4")
      .change("data/prices.json", "\"price\": 4.5", "\"price\": 4");
  CHECK(!has(site.built().main("t.html"), "best"));
}

TEST_CASE("the best value is marked in each group, and not where rows do not compare") {
  const auto best = [](const std::string& declared, const std::string& keys) {
    WholeSite site;
    for (const auto& [file, bytes] : with_data({})) site.write(file, bytes);
    const std::string query =
        "```sql q\n-- @cost {unit: EUR, better: lower" + declared +
        "}\nSELECT id, name, CASE id WHEN 'mocha' THEN 'old' ELSE 'new' END AS age, substr(id, 1, 1) AS letter, price "
        "AS cost, ref FROM prices UNION ALL SELECT 'mokka', 'Mokka', 'old', 'm', 2 * price, ref FROM prices WHERE id = "
        "'mocha'\n```\n\n";
    site.write("content/t.md", page("T", query + "```table t\ndata: q\ncaption: Q\n" + keys + "\n```\n"));
    return count(site.built().main("t.html"), "(best)");
  };
  CHECK(best("", "columns: [name, cost]") == 1);
  CHECK(best("", "group_by: age\ncolumns: [name, cost]") == 2);
  CHECK(best(", comparable: age", "columns: [name, cost]") == 0);
  CHECK(best(", comparable: age", "group_by: age\ncolumns: [name, cost]") == 2);
  CHECK(best(", comparable: 'age, letter'", "group_by: age\ncolumns: [name, cost]") == 1);
  CHECK(best(", comparable: 'age, letter'", "group_by: age") == 1);
}

TEST_CASE("the best number is found even if the difference is too small for a double") {
  WholeSite site;
  with_table(site, "data: prices\ncaption: P\ncolumns: [name, {name: price, worst: true}]");
  site.change("data/prices.json", "\"price\": 2.5", "\"price\": 0.40000000000000000001")
      .change("data/prices.json", "\"price\": 4.5", "\"price\": 0.40000000000000000002");
  const std::string text = site.built().main("t.html");
  CHECK(count(text, "(best)") == 1);
  CHECK(has(text, "<td class=\"number best\" data-value=\"0.40000000000000000001\">"));
  CHECK(has(text, "<td class=\"number\" data-value=\"0.40000000000000000002\">"));
  CHECK(has(text, ">4.00</a><span class=\"visually-hidden\"> (worst)"));
}

TEST_CASE("a long table shows its first rows, and links to a page with all of them") {
  WholeSite site;
  with_table(site, "data: prices\ncaption: All prices\ncolumns: [name, price]\nrows: 2", "content/shop/t.md").built();
  std::string text = site.main("shop/t.html");
  CHECK(!has(text, "Mocha"));
  CHECK(has(text, "<p class=\"all-rows\"><a href=\"../tables/t.html\">All 3 rows</a></p>"));
  std::string own = site.main("tables/t.html");
  CHECK(has(own, "<h1>All prices</h1>"));
  CHECK(has(own, "Mocha"));
  CHECK(has(plain_notes(own), "<a href=\"../sources/survey.html\">City Office, Survey &amp; tests</a>, p. 7; 2025"));
  CHECK(has(own, "href=\"t.csv\" download"));
  CHECK(!has(own, "all-rows"));
  CHECK(has(site.html("tables/t.csv"), "Mocha"));
  // If the table shows all rows, there is no page for all rows.
  CHECK(!has(html("data: prices\ncaption: P\nrows: 3"), "all-rows"));
  // The page for all rows has the site's navigation, like every page.
  CHECK(has(site.html("tables/t.html"), "<a href=\"../shop/index.html\""));
}

TEST_CASE("a cell may link to a page, relative to the file with the table") {
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
  CHECK(has(site.main("t.html"), "<th scope=\"row\" class=\"nowrap\"><a href=\"latte.html\">Espresso</a></th>"));
  CHECK(has(site.main("tables/t.html"),
            "<th scope=\"row\" class=\"nowrap\"><a href=\"../latte.html\">Espresso</a></th>"));
  site.write("content/t.md", table("https://bean.example/")).built();
  CHECK(has(site.main("t.html"), "<a href=\"https://bean.example/\" rel=\"noopener\">Espresso</a>"));
  site.write("content/t.md", table("javascript:alert(1)")).build();
  CHECK(!has(site.html("t.html"), "href=\"javascript:"));
  CHECK(has(site.main("t.html"), "<a href=\"#\" rel=\"noopener\">Espresso</a>"));
  site.write("content/t.md", table("latte.html#foam"));
  CHECK(has(site.mistakes(), "error[unknown-anchor]: latte.html has no anchor #foam\n   --> content/t.md:12:11\n"));
  CHECK(has(site.mistakes(), "= help: the row espresso of data/prices.json is shown there\n"));
  site.write("content/t.md", table("mokka.html"));
  CHECK(site.mistakes() ==
        "error[unknown-page]: a table links to \"mokka.html\", which is not a page\n"
        "   --> content/t.md:12:11\n"
        "    |\n"
        " 12 | columns: [{name: name, link: link}, price]\n"
        "    |           ^^^^^^^^^^^^^^^^^^^^^^^^\n"
        "    = help: the row espresso of data/prices.json is shown there\n");
}

TEST_CASE("`same` is checked and listed, `differs` is listed") {
  std::string text = html(
      "data: prices\ncaption: P\ncolumns: [name, price]\nsame: [One town only.]\ndiffers: [locator, source, Two "
      "cashiers were asked.]");
  CHECK(has(text, "<li>Held constant: One town only.</li>"));
  CHECK(has(text, "<li>Differs: Two cashiers were asked.</li>"));
  CHECK(has(text, "<li>Differs: locator, source</li>"));
  WholeSite site(with_data({{"content/t.md", page("T",
                                                  "```sql q\nSELECT name, source, price, ref FROM prices WHERE source "
                                                  "= 'card' ORDER BY id\n```\n\n```table t\ndata: q\ncaption: "
                                                  "P\ncolumns: [name, price]\nsame: [source]\n```\n")}}));
  CHECK(has(site.built().main("t.html"), "<li>Held constant: source card</li>"));
  CHECK(mistakes("data: prices\ncaption: P\nsame: [source]") ==
        "error[not-comparable]: the rows differ in \"source\": \"card\" in the first, \"survey\" in row 3\n"
        "  --> content/t.md:7:8\n"
        "   |\n"
        " 7 | same: [source]\n"
        "   |        ^^^^^^\n"
        "   = help: restrict the query to rows that can be compared, or list the column in \"differs\"\n");
}

TEST_CASE("errors in a table's block are reported at their positions") {
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
        "error[bad-format]: \".x1\" is not a d3-format: expected a number of digits after \".\": \".2f\"\n"
        "  --> content/t.md:7:33\n"
        "   |\n"
        " 7 | columns: [{name: price, format: \".x1\"}]\n"
        "   |                                 ^^^^^\n"
        "   = expected: for instance \",.1f\"\n");
  CHECK(mistakes("data: prices\ncaption: P\nrows: 0") ==
        "error[bad-value]: \"rows\" of this table cannot be 0\n"
        "  --> content/t.md:7:7\n"
        "   |\n"
        " 7 | rows: 0\n"
        "   |       ^\n"
        "   = expected: 1 or more\n");
  CHECK(has(mistakes("data: prices"), "error[missing-key]"));
  CHECK(has(mistakes("data: prices\ncaption: P\ncolums: [name]"), "did you mean \"columns\"?"));
  CHECK(has(mistakes("- data"), "error[wrong-type]"));
}

TEST_CASE("a failed query is reported only once, even if a table shows it") {
  WholeSite site(
      with_data({{"content/t.md", page("T",
                                       "```sql q\nSELECT nam FROM prices\n```\n\n```table t\ndata: q\n"
                                       "caption: P\nrows: 2\ncolumns: [x]\n```\n\n[1 EUR](fig:q/x/nam)\n")}}));
  CHECK(site.build().diagnostics.errors() == 1);
  CHECK(has(said(site.report.diagnostics), "error[sql-error]"));
}

TEST_CASE("a table in a quote or a list is an error") {
  WholeSite site(with_data({{"content/t.md", page("T", "> ```table t\n> data: prices\n> caption: P\n> ```\n")}}));
  CHECK(has(site.mistakes(),
            "error[block-in-block]: a table, chart or estimate is inside a quote or a list\n  --> content/t.md:4:3\n"));
}

TEST_CASE("missing values are explained by the column, or by the data for each cell, with its source") {
  std::string text =
      html("data: prices\ncaption: P\ncolumns: [name, {name: beans, missing: not applicable}, {name: price}]");
  CHECK(has(text, "class=\"none\"><span aria-hidden=\"true\">n/a</span>"));
  CHECK(has(text,
            "<p class=\"table-key\"><span><b class=\"best\">Best</b> in its column</span> <span><b "
            "class=\"none\">n/a</b> not "
            "applicable</span> </p>"));
  CHECK(has(html("data: prices\ncaption: P\ncolumns: [name, {name: beans, missing: by the cup}]"),
            "<span class=\"none\">by the cup</span>"));
  Files files = with_data({});
  files["content/t.md"] =
      page("T",
           "```sql q\nSELECT name, beans, CASE WHEN id = 'mocha' THEN 'not published' END AS why, ref AS why__ref, "
           "ref FROM prices ORDER BY id\n```\n\n```table t\ndata: q\ncaption: P\ncolumns: [name, "
           "{name: beans, missing: {column: why}}]\n```\n");
  text = WholeSite(files).built().main("t.html");
  CHECK(has(text, "class=\"none\"><a class=\"cell\" href=\"#t-n3\"><span aria-hidden=\"true\">n/p</span>"));
  CHECK(has(mistakes("data: prices\ncaption: P\ncolumns: [{name: beans, missing: {column: wy}}]"),
            "has no column \"wy\""));
}

TEST_CASE("the worst value is marked on request, and not only by colour") {
  std::string text = html("data: prices\ncaption: P\ncolumns: [name, price]\nworst: true");
  CHECK(has(text,
            "<td class=\"number worst\" data-value=\"4.5\"><a class=\"cell\" href=\"#t-n3\">4.50</a><span "
            "class=\"visually-hidden\"> (worst)</span></td>"));
  CHECK(has(text, "<b class=\"worst\">Worst</b> in its column"));
  CHECK(!has(html("data: prices\ncaption: P\ncolumns: [name, {name: price, worst: false}]\nworst: true"), "(worst)"));
  CHECK(has(html("data: prices\ncaption: P\ncolumns: [name, {name: price, worst: true}]"), "(worst)"));
}

TEST_CASE("columns may be in groups") {
  std::string text = html(
      "data: prices\ncaption: P\ncolumns:\n  - name\n  - {group: Of one cup, columns: [{name: price, format: .1f}, "
      "beans]}\n  - id");
  CHECK(has(text,
            "><colgroup span=\"1\"></colgroup><colgroup span=\"2\"></colgroup><colgroup "
            "span=\"1\"></colgroup><colgroup span=\"1\"></colgroup>"
            "<thead><tr><th scope=\"col\" rowspan=\"2\" data-column=\"name\" data-below=\"As of\">"));
  CHECK(has(text,
            "<th class=\"group begins\" scope=\"colgroup\" colspan=\"2\">Of one cup</th><th scope=\"col\" "
            "rowspan=\"2\" data-column=\"id\">"));
  CHECK(has(text, "</tr><tr><th scope=\"col\" class=\"number begins\" data-column=\"price\""));
  CHECK(has(mistakes("data: prices\ncaption: P\ncolumns: [{group: A, columns: name}]"), "error[wrong-type]"));
  CHECK(has(mistakes("data: prices\ncaption: P\ncolumns: [{group: A, colums: [name]}]"), "did you mean \"columns\"?"));
  CHECK(has(mistakes("data: prices\ncaption: P\ncolumns: [{group: A, columns: [{group: B, columns: [id]}]}]"),
            "error[unknown-key]"));
}

TEST_CASE("rows can be in groups, each with a heading, if they are adjacent in the data") {
  std::string text = html("data: prices\ncaption: P\ncolumns: [name, price]\ngroup_by: source");
  CHECK(count(text, "<tbody>") == 2);
  CHECK(has(text, "<tbody><tr class=\"row-group\"><th scope=\"rowgroup\" colspan=\"3\"><span>survey</span></th></tr>"));
  CHECK(!has(html("data: prices\ncaption: P\ngroup_by: source"), ">source</span>"));
  WholeSite site;
  with_table(site, "data: prices\ncaption: P\ncolumns: [name]\ngroup_by: source");
  site.change("data/prices.json", "\"source\": \"card\", \"locator\": \"row 2\"",
              "\"source\": \"survey\", \"locator\": \"row 2\"")
      .change("data/prices.json", "\"source\": \"survey\", \"locator\": \"p. 7\"",
              "\"source\": \"card\", \"locator\": \"p. 7\"");
  CHECK(site.mistakes() ==
        "error[rows-apart]: the rows whose \"source\" is \"card\" are not adjacent: there is another in row 3\n"
        "  --> content/t.md:8:11\n"
        "   |\n"
        " 8 | group_by: source\n"
        "   |           ^^^^^^\n"
        "   = help: begin the ORDER BY of the query with source\n");
}

TEST_CASE("footnotes belong to a column or to single cells, and equal footnotes share a letter") {
  Files files = with_data({});
  files["content/t.md"] =
      page("T",
           "```sql q\nSELECT name, price, beans, CASE WHEN id <> 'mocha' THEN 'Read from a card.' END AS how, ref FROM "
           "prices ORDER BY id\n```\n\n```table t\ndata: q\ncaption: P\ncolumns: [name, {name: price, footnote: "
           "{column: how}}, {name: beans, footnote: Weighed <dry>.}]\n```\n");
  std::string text = WholeSite(files).built().main("t.html");
  CHECK(has(text,
            "<span class=\"title\">Beans</span><sup class=\"ref\"><a href=\"#t-f1\" aria-label=\"Footnote a\">a</a>"));
  CHECK(count(text, "href=\"#t-f2\" aria-label=\"Footnote b\">b</a>") == 2);
  CHECK(has(text,
            "<ol class=\"cell-notes\"><li id=\"t-f1\">Weighed &lt;dry&gt;.</li><li id=\"t-f2\">Read from a "
            "card.</li></ol>"));
}

TEST_CASE(
    "a total is exact, in the column's format, with the records of all its cells and a remark on missing values") {
  WholeSite site;
  with_table(
      site,
      "data: prices\ncaption: P\nrows: 2\ncolumns: [name, {name: price, total: true}, {name: beans, total: true}]");
  site.change("data/prices.json", "\"price\": 2.5", "\"price\": 0.1")
      .change("data/prices.json", "\"price\": 4,", "\"price\": 0.2,");
  std::string text = site.built().main("t.html");
  CHECK(has(text,
            "<tfoot><tr><th scope=\"row\">Total of all 3 rows</th><td class=\"number\"><a class=\"cell\" "
            "href=\"#t-n3\">4.80</a></td>"));
  CHECK(has(text, "18.5</a><sup class=\"ref\"><a href=\"#t-f1\""));
  CHECK(has(text, "<li id=\"t-f1\">Excludes one row that has no value.</li>"));
  CHECK(has(plain_notes(text),
            "<li id=\"t-n3\">Our calculation from: <a href=\"sources/card.html\">Bean Street, Price card</a>, row 1"));
  CHECK(has(between(text, "<li id=\"t-n3\">", "</li>"), "City Office"));
  CHECK(mistakes("data: prices\ncaption: P\ncolumns: [name, {name: as_of, total: true}]") ==
        "error[bad-total]: \"as_of\" has no numbers to add up\n"
        "  --> content/t.md:7:38\n"
        "   |\n"
        " 7 | columns: [name, {name: as_of, total: true}]\n"
        "   |                                      ^^^^\n"
        "   = expected: a column of type number or integer\n");
}

TEST_CASE("a sum that a double cannot represent is shown with all its digits") {
  WholeSite site;
  with_table(site, "data: prices\ncaption: P\ncolumns: [name, {name: beans, total: true}]");
  site.change("data/prices.json", "\"beans\": 9,", "\"beans\": 9007199254740992,")
      .change("data/prices.json", "\"beans\": 9.5", "\"beans\": 0.5");
  CHECK(has(site.built().main("t.html"), ">9,007,199,254,740,992.5</a>"));
}

TEST_CASE("a table can be shown as cards, in which each cell has its title") {
  std::string text = html("data: prices\ncaption: P\ncolumns: [name, price]\nnarrow: cards");
  CHECK(has(text, " class=\"cards\">"));
  CHECK(
      has(text, "<th scope=\"row\" class=\"nowrap\">Espresso</th><td class=\"number best\" data-label=\"Price (€)\""));
  CHECK(!has(html("data: prices\ncaption: P\nnarrow: scroll"), "data-label"));
  CHECK(has(mistakes("data: prices\ncaption: P\nnarrow: card"), "did you mean \"cards\"?"));
}

TEST_CASE("on a phone, texts are below the name of the row, or rows become cards") {
  const std::string query = "data: prices\ncaption: P\ncolumns: [name, ";
  const auto with_texts = [](std::string_view yaml, std::string_view text) {
    WholeSite site;
    with_table(site, yaml);
    site.change("data/prices.json", "\"row 1\"", "\"" + std::string(text) + "\"")
        .change("data/prices.json", "\"source\": \"card\", \"locator\": \"row 2\"",
                "\"source\": \"card\", \"locator\": \"Donaudampfschifffahrtsgesellschaft\"");
    return site.built().main("t.html");
  };
  const std::string before = query + "source, locator, price]", after = query + "price, source, locator]";
  const std::string text = with_texts(before, "the card at the door of the old roastery");
  CHECK(has(text, "data-below=\"card · the card at the door of the old roastery\">Espresso</th>"));
  CHECK(count(text, " folded\"") + count(text, "\"folded\"") == 2 * 4);

  // Short texts after the number are below it too, and a long one stays in its column.
  CHECK(has(with_texts(after, "the card at the door"), "data-below=\"card · the card at the door\">Espresso</th>"));
  const std::string long_text =
      with_texts(after, "the card at the door of the roastery by the harbour of the old free town");
  CHECK(has(long_text, "data-below=\"card · 2026-03-01\">Espresso</th>"));
  CHECK(!has(html(after), "data-below=\"card"));  // the table fits without folding
  CHECK(!has(html(query + "source, price]"), "data-below=\"card"));
  CHECK(!has(html(before + "\nnarrow: scroll"), "folded"));
}

TEST_CASE("a unit that is the title is not repeated, and short texts never break") {
  Files files = with_data({{"data/units.json", R"({"units": [{"name": "cup", "plural": "cups"}]})"}});
  files["content/t.md"] =
      page("T",
           "```sql q\n-- @cups {title: Cups, unit: cup}\n-- @each {title: Per cup, unit: EUR/cup}\nSELECT 'us-east-1' "
           "AS place, 'a text that may "
           "well break' AS words, price / price * quantity(3, 'cup') AS cups, price / quantity(2, 'cup') AS each, ref "
           "FROM prices WHERE id "
           "= 'latte'\n```\n\n```table "
           "t\ndata: q\ncaption: P\n```\n");
  std::string text = WholeSite(files).built().main("t.html");
  CHECK(has(text, "<span class=\"title\">Cups</span></th>"));
  CHECK(has(text, "<span class=\"title\">Per cup</span> <span class=\"unit\">€</span></th>"));
  CHECK(has(text, "<th scope=\"row\" class=\"nowrap\">us-east-1</th><td>a text that may well break</td>"));
}

TEST_CASE("a category is shown and sorted by its label, even in the result of a query") {
  Files files = with_data({});
  std::string& descriptor = files["data/datapackage.json"];
  std::string field = R"({"name": "id", "type": "string")";
  descriptor.replace(descriptor.find(field), field.size(),
                     field + R"(, "categories": ["mocha", {"value": "latte", "label": "Caffè latte"}])");
  files["content/t.md"] = page("T",
                               "```sql q\nSELECT id, price, ref FROM prices ORDER BY id\n```\n\n```table t\ndata: "
                               "q\ncaption: P\n```\n");
  WholeSite site(files);
  std::string text = site.built().main("t.html");
  CHECK(has(text, "class=\"nowrap\">Caffè latte</th>"));
  CHECK(has(text, "class=\"nowrap\">mocha</th>"));
  CHECK(has(site.html("tables/t.csv"), "latte"));
}

TEST_CASE("values with different units are sorted in one unit if possible, otherwise by unit") {
  auto text = [](const char* unit) {
    Files files = with_data({});
    files["content/t.md"] =
        page("T", std::string("```sql q\n-- @amount {title: Amount, unitField: u}\nSELECT name, CASE WHEN "
                              "id = 'latte' THEN price / price * quantity(2, '") +
                      unit + "') ELSE price / price * quantity(500, 'g') END AS amount, CASE WHEN id = 'latte' THEN '" +
                      unit +
                      "' ELSE 'g' END AS u, ref FROM prices ORDER BY id\n```\n\n```table t\ndata: "
                      "q\ncaption: P\ncolumns: [name, amount]\n```\n");
    return WholeSite(files).built().main("t.html");
  };
  CHECK(!has(text("kg"), "data-unit"));
  CHECK(has(text("s"), "data-unit=\"s\""));
}

TEST_CASE("the script for tables is loaded only by pages with a table of data") {
  WholeSite site;
  with_table(site, "data: prices\ncaption: P").built();
  CHECK(has(site.html("t.html"), "<script src=\"assets/table.js\" defer data-find=\"Filter\""));
  CHECK(!has(site.html("index.html"), "table.js"));
  CHECK(has(site.html("assets/table.js"), "querySelectorAll"));
}

TEST_CASE("text that several blocks of a page share is shown below the first, and the others link to it") {
  WholeSite site;
  for (const auto& [file, bytes] : with_data({})) site.write(file, bytes);
  site.write("content/t.md", page("T",
                                  "```sql q\nSELECT name, price, ref FROM prices\n```\n\n"
                                  "```table t\ndata: q\ncaption: First\n```\n\n"
                                  "```table u\ndata: q\ncaption: Second\n```\n"));
  const std::string text = site.built().main("t.html");
  CHECK(count(text, "<li id=\"t-n1\">") == 1);
  CHECK(count(text, "href=\"#t-n1\"") == 2);
  CHECK(!has(text, "u-n1"));
  CHECK(count(text, "<b>SELECT</b>") == 1);
  CHECK(has(text, "<p class=\"computed\">Computed by the same query as <a href=\"#t\">First</a></p>"));
  CHECK(has(site.html("embed/u.html"), "<li id=\"t-n1\">"));
}

// A page with the table `keys` of five values in two kinds, of which one is missing.
WholeSite& with_values(WholeSite& site, const std::string& field, const std::string& keys) {
  for (const auto& [file, bytes] : with_data({})) site.write(file, bytes);
  return site.write(
      "content/t.md",
      page("T",
           "```sql values\n-- @v {" + field +
               "}\nWITH x(kind, name, v, nth) AS (VALUES ('a', 'n 10', 3, 1), ('a', 'n 9', 10, 2), "
               "('a', 'n 1', -4, 3), ('b', 'm', 7, 4), ('b', 'k', NULL, 5))\n"
               "SELECT x.kind, x.name, x.v, p.ref FROM x JOIN prices p ON p.id = 'espresso' ORDER BY x.nth\n```\n\n"
               "```table t\ndata: values\ncaption: C\n" +
               keys + "\n```\n"));
}
std::string values(const std::string& field, const std::string& keys) {
  WholeSite site;
  return with_values(site, field, keys).built().main("t.html");
}
std::string value_mistakes(const std::string& field, const std::string& keys) {
  WholeSite site;
  return with_values(site, field, keys).mistakes();
}
// Returns the texts of the rows, in order.
std::string row_texts(std::string text) {
  text = between(text, "<tbody>", "</table>");
  std::string result;
  for (size_t at = 0; at < text.size(); ++at)
    if (text[at] == '<') {
      if (text.compare(at, 4, "<tr ") == 0 || text.compare(at, 4, "<tr>") == 0) result += "; ";
      if (text.compare(at, 3, "<td") == 0) result += " ";
      at = text.find('>', at);
    } else {
      result += text[at];
    }
  return result;
}

TEST_CASE("means and medians are computed from the values that are there, in each group and in all rows") {
  const std::string text =
      values("unit: '1'", "group_by: kind\ncolumns: [name, {name: v, total: true, mean: true, median: true}]");
  CHECK(row_texts(text) ==
        "; a; n 10 3; n 9 10; n 1 \u22124; Total 9; Mean 3; Median 3"
        "; b; m 7; k \u2013not given; Total 7a; Mean 7a; Median 7a"
        "; Total of all 5 rows 16a; Mean of all 5 rows 4a; Median of all 5 rows 5a");
  CHECK(has(plain_notes(text), "Our calculation from: <a href=\"sources/card.html\">Bean Street, Price card</a>"));
  // A part of a group has no total, and the last rows say of how many rows they are.
  CHECK(row_texts(values("unit: '1'", "rows: 2\ngroup_by: kind\ncolumns: [name, {name: v, mean: true}]")) ==
        "; a; n 10 3; n 9 10; Mean of all 5 rows 4a");
}

TEST_CASE("a group without any value has no sum, which is marked as missing, never zero") {
  const std::string groups = "group_by: name\ncolumns: [{name: name}, {name: v, total: true, mean: true}]";
  CHECK(row_texts(values("unit: '1'", groups))
            .ends_with("; k; k \u2013not given; Total \u2013not givena; Mean \u2013not givena"
                       "; Total of all 5 rows 16a; Mean of all 5 rows 4a"));
}

TEST_CASE("a mean of whole numbers is not rounded to one") {
  CHECK(has(row_texts(values("unit: '1', format: ',d'", "columns: [name, {name: v, mean: true, median: true}]")),
            "; Mean 4a; Median 5a"));
  CHECK(has(row_texts(values("unit: '1', format: ',d'", "group_by: kind\ncolumns: [name, {name: v, median: true}]")),
            "; Median 3; b;"));
}

TEST_CASE("rows that do not compare are summed up only in groups where they do") {
  const std::string column = "columns: [name, {name: v, mean: true, better: neither}]";
  const std::string by_kind = "unit: '1', comparable: kind";
  CHECK(has(value_mistakes(by_kind, column), "error[bad-total]: only rows of \"v\" with one \"kind\" compare"));
  CHECK(row_texts(values(by_kind, "group_by: kind\n" + column)) ==
        "; a; n 10 3; n 9 10; n 1 \u22124; Mean 3; b; m 7; k \u2013not given; Mean 7a");
  CHECK(has(value_mistakes("unit: '1', comparable: colour", column),
            "\"v\" is summed up, but only rows with one \"colour\" compare"));
}

TEST_CASE("a table sorts by value, by name naturally, in groups, and empty cells are last") {
  CHECK(row_texts(values("unit: '1'", "sort: -v\ncolumns: [name, v]")) ==
        "; n 9 10; m 7; n 10 3; n 1 \u22124; k \u2013not given");
  CHECK(row_texts(values("unit: '1'", "sort: name\ngroup_by: kind\ncolumns: [name, v]")) ==
        "; a; n 1 \u22124; n 9 10; n 10 3; b; k \u2013not given; m 7");
  CHECK(has(value_mistakes("unit: '1'", "sort: -w\ncolumns: [name, v]"), "error[unknown-column]"));
}

TEST_CASE("the colours of a column with negative values show the distance from zero") {
  const std::string text = values("unit: '1'", "columns: [name, {name: v, heat: true}]");
  CHECK(has(text, "class=\"number heat-2 negative\""));
  CHECK(has(text, "class=\"number heat-4\""));
  CHECK(has(text, "class=\"number heat-5\""));
}

}  // namespace
