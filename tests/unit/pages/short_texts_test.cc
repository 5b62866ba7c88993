// Tests figures and claims in titles, descriptions, headings, captions, notes and labels: they are checked everywhere,
// linked to their sources where links are allowed, and plain words elsewhere.
#include "../plain_notes.h"
#include "unit/whole_site.h"

namespace {

constexpr std::string_view kTable = R"x(```table t
data: prices
caption: "Up to [€4.50](fig:prices/mocha/price)"
holds: [dearest]
note: "Latte is [4 EUR](fig:prices/latte/price)"
columns:
  - name
  - {name: price, title: "Price, [€2.50](fig:prices/espresso/price) or more", footnote: "Or [3 EUR](given:)"}
  - group: "Over [9 g](fig:prices/espresso/beans)"
    columns: [{name: beans, missing: "other than [9.5 g](fig:prices/latte/beans)"}]
```

```sql assert dearest
-- {name} costs more
SELECT name FROM prices WHERE price > quantity(4.5, 'EUR')
```
)x";

constexpr std::string_view kChart = R"x(```chart c
data: prices
title: {text: "Mocha at [€4.50](fig:prices/mocha/price)", subtitle: "EUR; from [€2.50](fig:prices/espresso/price)"}
caption: "Latte at [4 EUR](fig:prices/latte/price)"
note: "Beans: [9 g](fig:prices/espresso/beans)"
mark: bar
encoding:
  y: {field: name, type: nominal}
  x: {field: price, type: quantitative, title: "Up to [4.50 EUR](fig:prices/mocha/price)"}
```
)x";

TEST_CASE("a title and a description link to sources, and are plain text in <head> and in lists") {
  WholeSite site(with_data({{"content/s/index.md", page("Section")},
                            {"content/s/t.md", page("\"Latte at [4 EUR](fig:prices/latte/price)\"", "Words.\n",
                                                    "description: Mocha at [€4.50](fig:prices/mocha/price)\n")}}));
  site.built();
  const std::string html = site.html("s/t.html");
  CHECK(has(html, "<title>Latte at 4 EUR · Coffee</title>"));
  CHECK(has(html, "<meta name=\"description\" content=\"Mocha at €4.50\">"));
  CHECK(has(html, "<h1>Latte at <a class=\"fig\" id=\"figure-n1-1\" href=\"#figure-n1\""));
  CHECK(has(html, "<p class=\"lead\">Mocha at <a class=\"fig\""));
  CHECK(has(html, "<li id=\"figure-n1\"><span class=\"origin\"><a href=\"../sources/card.html\">"));
  CHECK(has(site.html("s/index.html"), ">Latte at 4 EUR</a>"));
  CHECK(has(site.html("llms.txt"), "[Latte at 4 EUR]"));
  CHECK(site.report.figures == 2);
  for (const auto& [address, bytes] : site.output.files()) CHECK_MESSAGE(!has(bytes, "](fig:"), address);
}

TEST_CASE("texts of a table in an included file are those of the file, with their links") {
  const std::string part =
      "```table t\ndata: prices\ncaption: Latte is [4 EUR](fig:prices/latte/price) [today](given:)\n```\n";
  const std::string text =
      page("Caffeine", "::: include ../parts/t.md\n", "description: Mocha at [€4.50](fig:prices/mocha/price)\n");
  REQUIRE(part.find("Latte") == text.find("Mocha"));  // the texts have the same position in their files
  WholeSite site(with_data(
      {{"content/t.md", text}, {"data/site.json", R"({"title": "T", "includes": ["parts"]})"}, {"parts/t.md", part}}));
  site.built();
  const std::string html = site.main("t.html");
  CHECK(has(html, "<p class=\"lead\">Mocha at <a class=\"fig\""));
  CHECK(has(html, "Latte is <a class=\"fig\""));
  CHECK(has(html, "<span class=\"given\">today</span>"));
  site.change("parts/t.md", "[4 EUR]", "[5 EUR]");
  CHECK(has(site.mistakes(), "parts/t.md:3:"));
}

TEST_CASE("texts of a table link to its notes, also in embeds") {
  WholeSite site(with_data({{"content/t.md", page("T", kTable)}}));
  site.built();
  const std::string html = site.main("t.html");
  CHECK(has(html, "<span class=\"caption\">Up to <a class=\"fig\" href=\"#t-n"));
  // The script makes the title a button, so the mark next to it links directly to the source.
  CHECK(has(html, "<span class=\"title\">Price, €2.50 or more</span><sup class=\"ref\"><a href=\"#t-f1\""));
  CHECK(has(plain_notes(html),
            "<li id=\"t-f1\">Or <span class=\"given\">3 EUR</span>. <b>€2.50</b> <a href=\"sources/card.html\">"));
  CHECK(has(html, "scope=\"colgroup\" colspan=\"1\">Over <a class=\"fig\""));
  CHECK(has(html, "<span class=\"none\">other than <a class=\"fig\""));
  CHECK(has(html, "<ul class=\"caveats\"><li>Latte is <a class=\"fig\""));
  CHECK(has(html, "aria-label=\"Up to €4.50\""));
  CHECK(!has(html, "figure-n1"));  // none of the figures is in the page's own list
  CHECK(has(site.html("embed/t.html"), "<h1 class=\"caption\">Up to <a class=\"fig\""));
  CHECK(has(site.html("embed/t.html"), "<title>Up to €4.50"));
}

TEST_CASE("notes on comparability link to their sources, in tables, charts and embeds") {
  const std::string said =
      "same: [\"All above [€2.50](fig:prices/espresso/price)\"]\ndiffers: \"Beans, [9 g](fig:"
      "prices/espresso/beans) or more\"\n";
  WholeSite site(with_data(
      {{"content/t.md", page("T", base::replace_all(std::string(kTable), "data: prices\n", "data: prices\n" + said) +
                                      base::replace_all(std::string(kChart), "mark: bar\n", "mark: bar\n" + said))}}));
  site.built();
  for (const char* file : {"t.html", "embed/t.html", "embed/c.html"}) {
    const std::string html = site.html(file);
    CHECK(has(html, "<li>Held constant: All above <a class=\"fig\" href=\"#"));
    CHECK(has(html, "<li>Differs: Beans, <a class=\"fig\" href=\"#"));
  }
  CHECK(count(site.main("t.html"), "Held constant: All above <a class=\"fig\"") == 2);
  CHECK(has(site.html("charts/c.svg"), "All above €2.50"));
}

TEST_CASE("texts of a chart link to its notes and are plain in the drawing; texts of axes are checked and have notes") {
  WholeSite site(with_data({{"content/t.md", page("T", kChart)}}));
  site.built();
  const std::string html = site.main("t.html");
  CHECK(has(html, "<span class=\"caption\">Mocha at <a class=\"fig\" href=\"#c-n"));
  CHECK(has(html, "<span class=\"subtitle\">EUR; from <a class=\"fig\""));
  CHECK(has(html, "<p class=\"chart-caption\">Latte at <a class=\"fig\""));
  CHECK(has(html, "<li>Beans: <a class=\"fig\""));
  CHECK(has(html, ">Up to 4.50 EUR</text>"));
  CHECK(has(html, "<li id=\"figure-n1\">"));
  CHECK(!has(html, "#figure-n1-1"));
  CHECK(has(site.html("charts/c.svg"), "Mocha at €4.50"));
}

// Returns the number of errors for a page with wrong figures.
size_t mismatches(const Files& files) {
  WholeSite site(with_data(files));
  return count(site.mistakes(), "error[figure-mismatch]");
}

TEST_CASE("a figure that contradicts the data is found in any text") {
  CHECK(mismatches({{"content/t.md", page("\"At [5 EUR](fig:prices/latte/price)\"")}}) == 1);
  CHECK(mismatches({{"content/t.md", page("T", "W\n", "description: At [5 EUR](fig:prices/latte/price)\n")}}) == 1);
  CHECK(mismatches({{"content/t.md", page("T", "## At [5 EUR](fig:prices/latte/price) {#a}\n")}}) == 1);
  CHECK(mismatches({{"content/t.md", page("T", "See[^n].\n\n[^n]: At [5 EUR](fig:prices/latte/price).\n")}}) == 1);
  CHECK(mismatches({{"content/t.md", page("T", "W\n", "key_points: [\"At [5 EUR](fig:prices/latte/price)\"]\n")}}) ==
        1);
  CHECK(mismatches({{"content/faq/t.md", page("\"Why [5 EUR](fig:prices/latte/price)?\"")}}) == 1);
  const std::string table(kTable);
  CHECK(mismatches({{"content/t.md", page("T", base::replace_all(table, "[€2.50]", "[€2.60]"))}}) == 1);
  CHECK(mismatches({{"content/t.md", page("T", base::replace_all(table, "[9 g]", "[8 g]"))}}) == 1);
  CHECK(mismatches({{"content/t.md", page("T", base::replace_all(table, "[4 EUR]", "[3 EUR]"))}}) == 1);
  CHECK(mismatches({{"content/t.md", page("T", base::replace_all(table, "[€4.50]", "[€4.60]"))}}) == 1);
  CHECK(mismatches({{"content/t.md", page("T", base::replace_all(table, "[9.5 g]", "[9.6 g]"))}}) == 1);
  CHECK(mismatches({{"content/t.md", page("T", base::replace_all(std::string(kChart), "[€4.50]", "[€4.60]"))}}) == 1);
  CHECK(mismatches({{"content/t.md", page("T", base::replace_all(std::string(kChart), "[4.50 EUR]", "[4.6 EUR]"))}}) ==
        1);
}

TEST_CASE("the error for a failing or missing assert names the table or chart that depends on it") {
  std::string table(kTable);
  WholeSite failing(
      with_data({{"content/t.md", page("T", base::replace_all(table, "quantity(4.5, 'EUR')", "quantity(4, 'EUR')"))}}));
  CHECK(has(failing.mistakes(),
            "error[assert-failed]: the table \"t\" depends on the assert \"dearest\", which does not hold"));
  WholeSite unknown(with_data({{"content/t.md", page("T", base::replace_all(table, "[dearest]", "[dearer]"))}}));
  CHECK(has(unknown.mistakes(), "error[unknown-assert]: there is no assert \"dearer\""));
  const std::string chart(kChart);
  WholeSite of_chart(
      with_data({{"content/t.md", page("T", base::replace_all(chart, "mark: bar", "mark: bar\nholds: best"))}}));
  CHECK(has(of_chart.mistakes(), "error[unknown-assert]: there is no assert \"best\""));
  WholeSite not_names(with_data({{"content/t.md", page("T", base::replace_all(table, "[dearest]", "{a: b}"))}}));
  CHECK(has(not_names.mistakes(), "error[wrong-type]"));
}

TEST_CASE("fix corrects figures in titles and captions") {
  WholeSite site(with_data({{"content/t.md", page("\"At [5 EUR](fig:prices/latte/price)\"",
                                                  base::replace_all(std::string(kTable), "[4 EUR]", "[5 EUR]"))}}));
  Passes passes = site.passes();
  std::vector<std::string> places;
  for (const blocks::Correction& each : passes.page("t.html").corrections)
    places.push_back(std::string(each.edit.span.text()) + " -> " + each.edit.text);
  CHECK(places == std::vector<std::string>{"5 EUR -> 4 EUR", "5 EUR -> 4 EUR"});
}

TEST_CASE("on pages made from data, such a text is a template") {
  WholeSite site(with_data(
      {{"content/d/each.md",
        "---\ntitle: Drink\ndescription: \"{name} at [{price} EUR](fig:prices/{id}/price)\"\n"
        "pages: {query: prices, address: \"{id}\", title: \"{name}: [{price} EUR](fig:prices/{id}/price)\"}\n---\n"
        "```table of\ndata: prices\ncaption: \"With {name} at [{price} EUR](fig:prices/{id}/price)\"\ncolumns: "
        "[name]\n```\n\n## About {name}\n\nOne.\n\n## More\n\nTwo.\n"}}));
  site.built();
  const std::string html = site.html("d/latte.html");
  CHECK(has(html, "<li><a href=\"#about-name\">About Latte</a>"));
  CHECK(has(html, "aria-label=\"Link to: About Latte\""));
  CHECK(has(html, "<title>Latte: 4 EUR · Coffee</title>"));
  CHECK(has(html, "data-note=\"1\" data-value=\"€4.00\">4 EUR</a>"));
  CHECK(has(html, "<span class=\"caption\">With Latte at <a class=\"fig\" href=\"#of-latte-n"));
  WholeSite empty(
      with_data({{"content/d/each.md",
                  "---\ntitle: Drink\npages: {query: prices, address: \"{id}\", title: \"[](fig:prices/{id}/price)\"}\n"
                  "---\nW.\n"}}));
  CHECK(has(empty.mistakes(), "error[figure-empty]"));
}

TEST_CASE("the list of questions shows answers with the sources of their figures") {
  WholeSite site(
      with_data({{"content/faq/index.md", page("Questions")},
                 {"content/faq/a.md",
                  page("What is a latte?",
                       "It costs [4 EUR](fig:prices/latte/price) [@survey], see [below](#b).\n\n## B\n\nMore.\n")}}));
  site.built();
  const std::string html = site.main("faq/index.html");
  CHECK(has(html, "<dd>It costs <a class=\"fig\" href=\"#figure-n1\""));
  CHECK(has(html, "<a href=\"a.html#b\">below</a>"));
  CHECK(has(html, "<li id=\"figure-n1\"><span class=\"origin\"><a href=\"../sources/card.html\">"));
  CHECK(has(html, "<sup class=\"cite\"><a href=\"#ref-"));
}

}  // namespace
