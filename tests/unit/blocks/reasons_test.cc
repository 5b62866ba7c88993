// Tests reasons for a flow's answers, references, and charts that can't be drawn.
#include <doctest/doctest.h>

#include "blocks/because.h"
#include "blocks/references.h"
#include "unit/whole_site.h"

namespace {

Files flow(std::string_view reason) {
  Files files = with_data({
      {"content/choose/index.md",
       page("Which?", "W.\n", "flow: {start: milk}\ncases: [{who: Ada, answers: {milk: a}, reaches: end}]\n")},
      {"content/choose/milk.md",
       "---\nquestion: Milk?\nanswers:\n  a: {label: A, to: end, because: [" + std::string(reason) + "]}\n---\n"},
      {"content/choose/end.md", "---\noutcome: End\n---\n"},
      {"data/claims.json",
       R"([{"id": "warm", "statement": "Milk <keeps> warm.", "source": "survey", "locator": "p. 1 & 2"}])"},
  });
  std::string& package = files["data/datapackage.json"];
  package.replace(package.rfind("]}"), 2, R"(,
{"name": "claims", "path": "claims.json", "title": "Claims", "schema": {"fields": [{"name": "id", "type": "string"},
  {"name": "statement", "type": "string"}, {"name": "source", "type": "string"}, {"name": "locator", "type": "string"}],
  "primaryKey": ["id"]}}]})");
  return files;
}

TEST_CASE("a claim is a reason with its source and the place in it") {
  WholeSite site(flow("warm"));
  site.built();
  std::string html = site.main("choose/milk.html");
  CHECK(has(
      html,
      "<li>Milk &lt;keeps&gt; warm.<sup class=\"cite\"><a href=\"#ref-1\" aria-label=\"Source 1\">1</a></sup> <span "
      "class=\"locator\">(p. 1 &amp; 2)</span></li>"));
  CHECK(has(html, "<li id=\"ref-1\">City Office. 2025. “Survey &amp; Tests.”"));
  CHECK(has(site.html("sources/survey.html"), "<a href=\"../choose/milk.html\">Milk?</a>"));
  CHECK(blocks::claim_key("warm") == "claims/warm/statement");
}

TEST_CASE("a sentence with a citation is a reason, and may contain any Markdown") {
  WholeSite site(
      flow("\"*Warm* says [the card](../index.md) [@card, row 1]; it is [2.50 EUR](fig:prices/espresso/price)\""));
  site.built();
  std::string html = site.main("choose/milk.html");
  CHECK(has(html, "<li><em>Warm</em> says <a href=\"../index.html\">the card</a><sup"));
  CHECK(has(html,
            "<a class=\"fig\" id=\"figure-n1-1\" href=\"#figure-n1\" data-note=\"1\" "
            "data-value=\"€2.50\">2.50 EUR</a>"));
  CHECK(has(html, "<li id=\"figure-n1\">"));
}

TEST_CASE("a sentence is a reason if it states a figure from the data, but not if it states an assumption") {
  WholeSite site(flow("\"An espresso costs [2.50 EUR](fig:prices/espresso/price).\""));
  site.built();
  CHECK(has(site.main("choose/milk.html"), "<li>An espresso costs <a class=\"fig\""));
  Files computed = flow("\"It costs [4 EUR](fig:half).\"");
  computed["content/choose/milk.md"].insert(4, "figures: {half: prices/latte/price / 1}\n");
  WholeSite(computed).built();

  Files assumed = flow("\"It costs [2 EUR](fig:half).\"");
  assumed["content/choose/milk.md"].insert(4, "figures: {half: {is: 2 EUR, why: a guess}}\n");
  CHECK(has(WholeSite(assumed).mistakes(),
            "error[flow-unjustified]: the reason for \"a\" has no citation, figure or assert"));
  CHECK(has(WholeSite(flow("\"It costs [2 EUR](given:).\"")).mistakes(), "error[flow-unjustified]"));
  CHECK(has(WholeSite(flow("\"It costs [2 EUR](fig:prices/tea/price).\"")).mistakes(), "error[unknown-figure]"));
}

TEST_CASE("a sentence is a reason if an assert supports its words, and links to the assert") {
  Files files = flow("\"Espresso is [the cheapest](assert:cheapest)\"");
  files["content/index.md"] =
      page("Coffee", "```sql assert cheapest\n-- {name} is cheaper\nSELECT name FROM prices WHERE price < 0\n```\n");
  WholeSite site(files);
  site.built();
  CHECK(has(site.main("choose/milk.html"),
            "<li>Espresso is the cheapest <span class=\"locator\">(Checked against the data: "
            "<a href=\"../index.html\">"));
  files["content/index.md"].replace(files["content/index.md"].find("price < 0"), 9, "price > 0");
  CHECK(has(WholeSite(files).mistakes(), "error[assert-failed]: \"the cheapest\" depends on the assert \"cheapest\""));
  CHECK(has(WholeSite(flow("\"It is [so](../index.md)\"")).mistakes(),
            "the reason for \"a\" has no citation, figure or assert"));
}

TEST_CASE("an unknown claim is reported with a suggestion") {
  CHECK(WholeSite(flow("wram")).mistakes() ==
        "error[unknown-claim]: there is no claim or assert \"wram\"\n"
        "  --> content/choose/milk.md:4:36\n"
        "   |\n"
        " 4 |   a: {label: A, to: end, because: [wram]}\n"
        "   |                                    ^^^^\n"
        "   = expected: the id of a row of \"claims\", the name of an assert, or a cited sentence\n"
        "   = help: did you mean \"warm\"?\n");
}

TEST_CASE("the short name of a source is its publisher and its title") {
  data::Source source;
  source.title = "On <beans>";
  CHECK(blocks::short_name(source) == "On <beans>");
  source.container_title = "Journal";
  CHECK(blocks::short_name(source) == "Journal, On <beans>");
  source.publisher = "Press";
  CHECK(blocks::short_name(source) == "Press, On <beans>");
}

TEST_CASE("uses are the parts of the page that use a source, each once") {
  data::Source a, b;
  a.id = "a", b.id = "b";
  blocks::References references;
  CHECK(references.cite(b, "table") == 1);
  CHECK(references.cite(a, "") == 2);
  CHECK(references.cite(b, "table") == 1);
  references.add_locator(b, "p. 2");
  references.add_locator(b, "p. 1");
  references.add_locator(b, "p. 2");
  CHECK(references.locators(0) == std::vector<std::string>{"p. 2", "p. 1"});
  CHECK(references.uses() == blocks::Uses{{"a", ""}, {"b", ""}, {"b", "table"}});
}

TEST_CASE("a chart whose data do not exist is an error") {
  auto mistakes = [](const std::string& yaml) {
    return WholeSite(with_data({{"content/t.md", page("T", "```chart c\n" + yaml + "\n```\n")}})).mistakes();
  };
  std::string rest =
      "\ntitle: Prices\nmark: bar\nencoding:\n  x: {field: name, type: nominal}\n  y: {field: price, type: "
      "quantitative}";
  CHECK(mistakes("data: price" + rest) ==
        "error[unknown-query]: there is no query, view or resource \"price\"\n"
        "  --> content/t.md:5:7\n"
        "   |\n"
        " 5 | data: price\n"
        "   |       ^^^^^\n"
        "   = expected: one of \"prices\"\n"
        "   = help: did you mean \"prices\"?\n");
  CHECK(has(mistakes("data: prices\nsame: source" + rest), "error[not-comparable]: the rows differ in \"source\""));
  CHECK(has(mistakes("data: prices\ndiffers: sorce" + rest),
            "error[unknown-column]: \"prices\" has no column \"sorce\""));
}

}  // namespace
