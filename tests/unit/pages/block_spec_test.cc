// Tests tables and charts on pages made from data: values of the row in their texts, and data without rows.
#include <doctest/doctest.h>

#include "unit/whole_site.h"

namespace {

Files drinks(std::string_view body) {
  return with_data(
      {{"content/drinks/drink.md",
        page("A drink",
             "```sql others\nSELECT id, name, price, ref FROM prices WHERE price < (SELECT price FROM prices WHERE "
             "id = :id) ORDER BY id\n```\n\n" +
                 std::string(body),
             "pages: {query: prices, address: \"{id}\", title: \"{name}\"}\n")}});
}

TEST_CASE("texts of tables and charts can contain values of the row") {
  WholeSite site(drinks(
      "```table cheaper\ndata: others\ncaption: Cheaper than {name}\nnote: \"{name} costs more.\"\n"
      "columns: [name, {name: price, title: \"Price besides {name}\"}]\nempty: Nothing is cheaper than {name}.\n```\n\n"
      "```chart bars\ndata: others\ntitle: {text: \"Below {name}\"}\nmark: bar\nempty: No bar.\n"
      "encoding: {x: {field: name, type: nominal, title: \"Not {name}\"}, y: {field: price, type: "
      "quantitative}}\n```\n"));
  site.built();
  const std::string latte = site.main("drinks/latte.html");
  CHECK(has(latte, "<span class=\"caption\">Cheaper than Latte</span>"));
  CHECK(has(latte, "<li>Latte costs more.</li>"));
  CHECK(has(latte, "Price besides Latte"));
  CHECK(has(latte, "<span class=\"caption\">Below Latte</span>"));
  CHECK(has(site.html("charts/bars-latte.svg"), "Not Latte"));
  // Links to the table and the chart use the same names.
  const std::string data = site.main("data/prices.html");
  CHECK(has(data, ">Latte: Cheaper than Latte</a>"));
  CHECK(has(data, ">Latte: Below Latte</a>"));
  CHECK(has(site.main("sources/card.html"), ">Cheaper than Latte</a>"));
}

TEST_CASE("a table or chart without rows shows the text of `empty` at its anchor, and its data keep their address") {
  WholeSite site(
      drinks("```table cheaper\ndata: others\ncaption: Cheaper\nempty: Nothing is cheaper than <{name}>.\n```\n\n"
             "```chart bars\ndata: others\ntitle: Bars\nmark: bar\nempty: No bar.\n"
             "encoding: {x: {field: name, type: nominal}, y: {field: price, type: quantitative}}\n```\n\n"
             "See [below](#bars-{id}).\n"));
  site.built();
  const std::string espresso = site.main("drinks/espresso.html");
  CHECK(has(espresso, "<p class=\"empty\" id=\"cheaper-espresso\">Nothing is cheaper than &lt;Espresso&gt;.</p>"));
  CHECK(has(espresso, "<p class=\"empty\" id=\"bars-espresso\">No bar.</p>"));
  CHECK_FALSE(has(espresso, "<figure"));
  CHECK_FALSE(has(espresso, "Download"));
  CHECK_FALSE(site.output.files().contains("charts/bars-espresso.svg"));
  CHECK(site.output.files().contains("charts/bars-espresso.csv"));
  CHECK(site.output.files().contains("charts/bars-latte.csv"));
}

TEST_CASE("a table without rows is reported unless it has `empty`") {
  WholeSite site(
      with_data({{"content/dear.md",
                  page("Dear",
                       "```sql dear\nSELECT id, price, ref FROM prices WHERE price > quantity(9, 'EUR')\n```\n\n"
                       "```table dear\ndata: dear\ncaption: Dear ones\n```\n")}}));
  CHECK(site.mistakes() ==
        "warning[table-empty]: the data \"dear\" have no rows\n"
        "  --> content/dear.md:9:7\n"
        "   |\n"
        " 9 | data: dear\n"
        "   |       ^^^^\n"
        "   = help: check the WHERE of the query, or state with `empty: …` that there are no rows\n");
  site.change("content/dear.md", "caption: Dear ones", "caption: Dear ones\nempty: None is dear.").built();
  CHECK(has(site.main("dear.html"), "<p class=\"empty\" id=\"dear\">None is dear.</p>"));
}

TEST_CASE("a column's links lead to anchors, which are checked") {
  WholeSite site(
      with_data({{"content/all.md",
                  page("All",
                       "```sql ways\nSELECT name, 'notes.html#' || id AS way, ref FROM prices ORDER BY id\n```\n\n"
                       "```table ways\ndata: ways\ncaption: Ways\ncolumns: [{name: name, link: way}]\n```\n")},
                 {"content/notes.md", page("Notes", "## Espresso\n\nA.\n\n## Latte\n\nB.\n")}}));
  CHECK(site.mistakes() ==
        "error[unknown-anchor]: notes.html has no anchor #mocha\n"
        "   --> content/all.md:11:11\n"
        "    |\n"
        " 11 | columns: [{name: name, link: way}]\n"
        "    |           ^^^^^^^^^^^^^^^^^^^^^^^\n"
        "    = expected: one of \"espresso\" or \"latte\"\n"
        "    = help: the row mocha of data/prices.json is shown there\n");
  site.change("content/notes.md", "B.\n", "B.\n\n## Mocha\n\nC.\n").built();
  CHECK(has(site.main("all.html"), "<a href=\"notes.html#mocha\">Mocha</a>"));
}

TEST_CASE("pages made from data that are not listed can be reached only through links") {
  WholeSite site(drinks("Words.\n"));
  site.built();
  CHECK(has(site.main("drinks/index.html"), "espresso.html"));
  CHECK(has(site.main("drinks/latte.html"), "Next"));
  site.change("content/drinks/drink.md", "{query: prices,", "{query: prices, listed: false,")
      .write("content/index.md", page("Coffee", "See [one](drinks/latte.html).\n"))
      .built();
  CHECK_FALSE(has(site.main("drinks/index.html"), "espresso.html"));
  CHECK(has(site.main("drinks/latte.html"), "Words."));
  CHECK_FALSE(has(site.html("drinks/latte.html"), "Next"));
}

TEST_CASE("a name that the row does not have is reported at its position") {
  WholeSite site(drinks("```table cheaper\ndata: others\ncaption: Cheaper than {nam}\n```\n"));
  const std::string mistakes = site.mistakes();
  CHECK(has(mistakes, "error[unknown-placeholder]: "));
  CHECK(has(mistakes, " | caption: Cheaper than {nam}\n"));
  WholeSite list(drinks("```table cheaper\ndata: others\ncaption: Cheaper\nempty: [a]\n```\n"));
  CHECK(has(list.mistakes(), "error[wrong-type]: \"empty\" of this table must be text, not a list\n"));
}

}  // namespace
