// Tests the scope of values: where readers see it, and which errors it causes.
#include <doctest/doctest.h>

#include "../plain_notes.h"
#include "unit/whole_site.h"

namespace {

// Returns the prices of a coffee shop. Each covers the drink; the row of the mocha declares that its price also covers
// a cake.
Files scoped_data() {
  Files files = coffee_data();
  auto replace = [&](const std::string& path, std::string_view from, std::string_view to) {
    REQUIRE(has(files[path], from));
    files[path] = base::replace_all(files[path], from, to);
  };
  replace("data/datapackage.json", R"("unit": "EUR",)", R"("unit": "EUR", "covers": "the drink",)");
  replace("data/datapackage.json", R"({"name": "locator", "type": "string"},)",
          R"({"name": "locator", "type": "string"}, {"name": "covers", "type": "string"},)");
  replace("data/prices.json", R"("source": "survey",)", R"("covers": "the drink; a cake", "source": "survey",)");
  return files;
}

WholeSite page_of_figures(std::string_view figures, std::string_view body) {
  Files files = scoped_data();
  files["content/index.md"] = page("Coffee");
  files["content/t.md"] =
      page("T", std::string(body) + "\n", figures.empty() ? "" : "figures:\n" + std::string(figures));
  return WholeSite(files);
}

std::string scope_mistakes(std::string_view figures, std::string_view body = "Words.") {
  return page_of_figures(figures, body).mistakes();
}

std::string scope_html(std::string_view figures, std::string_view body) {
  WholeSite site = page_of_figures(figures, body);
  return site.built().main("t.html");
}

TEST_CASE("a formula over values that cover different things must state `covers`") {
  CHECK(
      scope_mistakes("  sum: prices/latte/price + prices/mocha/price\n") ==
      "error[scope-mismatch]: this combines a value that covers \"the drink\" with a value that covers \"the drink; a "
      "cake\"\n"
      "  --> content/t.md:4:8\n"
      "   |\n"
      " 4 |   sum: prices/latte/price + prices/mocha/price\n"
      "   |        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\n"
      "   = expected: values that cover the same thing, to add, subtract or compare\n"
      "   = help: state what the result covers: sum: {is: prices/latte/price + prices/mocha/price, covers: …}\n");
  CHECK(scope_mistakes("  sum: {is: prices/latte/price + prices/mocha/price, covers: two orders}\n").empty());
  CHECK(scope_mistakes("  sum: prices/latte/price + prices/espresso/price\n").empty());
  CHECK(scope_mistakes("  ratio: prices/mocha/price / prices/espresso/price\n").empty());
  CHECK(scope_mistakes("  beans: prices/latte/beans + prices/espresso/beans + 3 g\n").empty());
  CHECK(has(scope_mistakes("  tip: prices/latte/price + 1 EUR\n"), "error[scope-mismatch]"));
  CHECK(has(scope_mistakes("  dearer: max(prices/latte/price, prices/mocha/price)\n"), "error[scope-mismatch]"));
}

TEST_CASE("the scope of a figure is inherited by figures computed from it") {
  CHECK(has(scope_mistakes("  a: 2 * prices/latte/price\n  b: a\n  c: b - prices/mocha/price\n"), "content/t.md:6:6"));
  CHECK(
      scope_mistakes("  a: {is: prices/latte/price + prices/mocha/price, covers: an order}\n  b: a - a / 2\n").empty());
  CHECK(has(scope_mistakes("  a: {is: prices/latte/price + prices/mocha/price, covers: an order}\n"
                           "  b: a + prices/latte/price\n"),
            "this combines a value that covers \"an order\" with a value that covers \"the drink\""));
}

TEST_CASE("a different name for a cell cannot widen its scope") {
  CHECK(scope_mistakes("  latte: {is: prices/latte/price, covers: drink and cake}\n") ==
        "error[scope-mismatch]: \"latte\" claims to cover \"drink and cake\", but prices/latte/price covers \"the "
        "drink\"\n"
        "  --> content/t.md:4:43\n"
        "   |\n"
        " 4 |   latte: {is: prices/latte/price, covers: drink and cake}\n"
        "   |                                           ^^^^^^^^^^^^^^\n"
        "   = expected: the same coverage as in the data\n"
        "   = help: remove `covers`, or use a figure that covers this\n");
  CHECK(scope_mistakes("  mocha: {is: prices/mocha/price, covers: The Drink ; A cake}\n").empty());
  std::string text = scope_html("  beans: {is: prices/latte/beans, covers: beans as ground}\n", "[9.5 g](fig:beans)");
  CHECK(has(text, "<li id=\"figure-n1\">Covers: beans as ground. <span class=\"origin\">"));
}

TEST_CASE("a formula cannot give a value a different scope without a reason") {
  CHECK(scope_mistakes("  all: {is: 1 * prices/latte/price, covers: everything}\n") ==
        "error[scope-mismatch]: \"all\" claims to cover \"everything\", but 1 * prices/latte/price covers \"the "
        "drink\"\n"
        "  --> content/t.md:4:45\n"
        "   |\n"
        " 4 |   all: {is: 1 * prices/latte/price, covers: everything}\n"
        "   |                                             ^^^^^^^^^^\n"
        "   = expected: the same coverage as in the data\n"
        "   = help: remove `covers`, or explain in `why:` why the result covers this\n");
  for (const char* refused :
       {"prices/latte/price / 2", "prices/latte/price + 0 EUR", "prices/latte/price + prices/espresso/price",
        "3 * (prices/latte/price - 1 EUR)", "prices/latte/price * prices/mocha/price"}) {
    CAPTURE(std::string(refused));
    CHECK(has(scope_mistakes("  all: {is: " + std::string(refused) + ", covers: everything}\n"),
              "claims to cover \"everything\""));
  }
  CHECK(scope_mistakes("  two: {is: 2 * prices/latte/price, covers: The drink}\n").empty());
  CHECK(scope_mistakes("  two: {is: 2 * prices/latte/price, covers: a visit, why: people drink two}\n").empty());
  CHECK(scope_mistakes("  beans: {is: 2 * prices/latte/beans, covers: ground beans}\n").empty());
}

TEST_CASE("a figure shows the scope of its value and of its inputs") {
  std::string text = scope_html(
      "  two: 2 * prices/latte/price\n"
      "  both: {is: prices/latte/price + prices/mocha/price, covers: one order}\n",
      "[€4](fig:prices/latte/price), [€4.50](fig:prices/mocha/price), [€8](fig:two), "
      "[€8.50](fig:both)");
  CHECK(has(text, "<li id=\"figure-n1\">Covers: the drink. <span class=\"origin\">"));
  // The row states its scope, and the figure depends only on that row, so the scope is stated once.
  CHECK(has(plain_notes(text),
            "<li id=\"figure-n2\"><a href=\"sources/survey.html\">City Office, Survey &amp; tests</a>, p. 7; 2025; "
            "covers the drink, a cake"));
  CHECK(has(text, "2 × €4.00 (Price). Covers: the drink. From: "));
  CHECK(has(text,
            "€4.00 (Price) + €4.50 (Price) (€4.00, covers the drink; €4.50, covers the drink, a cake). "
            "Covers: one order. From: "));
  // The scope is also in the list below the text, for readers without scripts and on paper.
  CHECK(has(text.substr(text.find("class=\"notes\"")), "Covers: one order. From: "));
}

TEST_CASE("a table lists the scope of a column below it, and a total over different scopes is an error") {
  std::string text = scope_html("", "```table t\ndata: prices\ncaption: P\ncolumns: [name, price, beans]\n```");
  CHECK(has(text,
            "<span class=\"title\">Price</span><sup class=\"ref\"><a href=\"#t-f1\" aria-label=\"Footnote a\">a</a>"));
  CHECK(has(text, "<li id=\"t-f1\">Covers: the drink.</li>"));
  CHECK(has(plain_notes(text), "; 2025; covers the drink, a cake"));
  std::string total = "```table t\ndata: DATA\ncaption: P\ncolumns: [name, {name: price, total: true}]\n```";
  CHECK(has(scope_mistakes("", base::replace_all(total, "DATA", "prices")),
            "error[scope-mismatch]: the rows of \"price\" cover different things: \"the drink\" in row 1, "
            "\"the drink; a cake\" in row 3\n"));
  std::string query = "```sql some\nSELECT name, price, ref FROM prices WHERE id <> 'mocha' ORDER BY id\n```\n";
  CHECK(scope_mistakes("", query + base::replace_all(total, "DATA", "some")).empty());
  query = "```sql all\n-- @price {covers: one order}\nSELECT name, price, ref FROM prices ORDER BY id\n```\n";
  CHECK(scope_mistakes("", query + base::replace_all(total, "DATA", "all")).empty());
  CHECK(
      has(scope_html("", query + base::replace_all(total, "DATA", "all")), "<li id=\"t-f1\">Covers: one order.</li>"));
}

TEST_CASE("an empty cell adds neither a value nor a scope to a total or an estimate") {
  std::string query =
      "```sql gaps\nSELECT id, CASE WHEN id = 'latte' THEN price END AS price, ref FROM prices ORDER BY id\n```\n";
  query = base::replace_all(query, "SELECT", "-- @price like prices.price\nSELECT");
  std::string left =
      "```sql left\nSELECT a.id, p.price, p.ref FROM prices a LEFT JOIN prices p ON p.id = a.id AND a.id <> 'mocha' "
      "ORDER BY a.id DESC\n```\n";
  for (const auto& [sql, name] : {std::pair{query, "gaps"}, {left, "left"}})
    CHECK(scope_mistakes(
              "", sql + "```table t\ndata: " + name + "\ncaption: P\ncolumns: [id, {name: price, total: true}]\n```")
              .empty());
  CHECK(has(scope_html("", left + "```estimate e\ndata: left\ncaption: A\ncolumns: [id, price]\nnote: N.\ninputs:\n"
                                  "  cups: {title: Cups, unit: 1, min: 1, max: 9, default: 3}\nresults:\n"
                                  "  cost: {title: Cost, unit: EUR, formula: cups * price}\n```"),
            "<li>Cost covers the drink.</li>"));
}

TEST_CASE("a query can declare the scope of a computed column, which is otherwise unknown") {
  std::string query =
      "```sql sums\n-- @sum {unit: EUR, covers: all orders}\n-- @most {unit: EUR}\n"
      "SELECT 'all' AS id, sum(price) AS sum, 1.0 * max(price) AS most, all_refs(ref) AS ref FROM prices\n```\n";
  CHECK(has(scope_html("", query + "[€11](fig:sums/all/sum) and [€4.50](fig:sums/all/most)"), "Covers: all orders. "));
  CHECK(has(scope_mistakes("  a: sums/all/sum - prices/latte/price\n", query),
            "covers \"all orders\" with a value that"));
  CHECK(has(scope_mistakes("  a: sums/all/most - prices/latte/price\n", query), "does not state what it covers"));
}

TEST_CASE("an estimate states the scope of its columns and results, and rejects sums of different scopes") {
  auto estimate = [](std::string_view result) {
    return "```estimate e\ndata: prices\ncaption: A round\ncolumns: [name, price]\nnote: Without tips.\ninputs:\n"
           "  cups: {title: Cups, unit: 1, min: 1, max: 9, default: 3}\n"
           "  tip: {title: Tip, unit: EUR, min: 0, max: 9, default: 1}\n"
           "results:\n  cost: {title: Cost, unit: EUR, formula: " +
           std::string(result) + "}\n```\n";
  };
  CHECK(has(scope_mistakes("", estimate("cups * price + tip")),
            "error[scope-mismatch]: this combines a value that covers \"the drink; a cake\" with a value that does not "
            "state what it covers\n"));
  std::string text = scope_html("", estimate("cups * price + tip, covers: order and tip"));
  CHECK(has(text, "<li>Price covers the drink.</li><li>Cost covers order and tip.</li>"));
  CHECK(has(scope_html("", estimate("cups * price")), "<li>Cost covers the drink, a cake.</li>"));
}

TEST_CASE("charts, pages of resources and downloads state the scope of a column") {
  std::string chart =
      "```chart c\ndata: prices\ncaption: P\ntitle: Prices\nmark: bar\nencoding:\n"
      "  x: {field: price, type: quantitative}\n  y: {field: name, type: nominal}\n```\n";
  CHECK(has(scope_html("", chart), "<li>Price covers the drink.</li>"));
  WholeSite site = page_of_figures("", "```table t\ndata: prices\ncaption: P\n```");
  site.built();
  CHECK(has(site.html("tables/t.json"), "\"covers\": \"the drink\""));
  CHECK(has(site.main("data/prices.html"), "<span class=\"unit\">(covers the drink)</span>"));
  CHECK(has(plain_notes(site.main("data/prices.html")), "; 2025; covers the drink, a cake"));
  CHECK(!has(site.main("data/prices.html"), ">covers</th>"));
  CHECK(has(site.main("data/index.html"), "<td>Covers: the drink.</td>"));
}

TEST_CASE("the columns of a long table have the scopes that their rows declare") {
  Files files = {{"data/site.json", R"({"title": "Models"})"},
                 {"data/sources/all.json", R"([{"id": "paper", "type": "report", "title": "Paper"}])"},
                 {"data/datapackage.json", R"({"name": "m", "resources": [
{"name": "kinds", "path": "kinds.json", "schema": {"fields": [{"name": "name", "type": "string"},
  {"name": "unit", "type": "string"}, {"name": "covers", "type": "string"}], "primaryKey": ["name"]}},
{"name": "sizes", "path": "sizes.json", "source": "paper", "locator": "p. 1",
 "long": {"row": "model", "column": "kind", "value": "value", "columns": "kinds", "view": "models"},
 "schema": {"fields": [{"name": "model", "type": "string"}, {"name": "kind", "type": "string"},
  {"name": "value", "type": "number", "unitField": "unit"}, {"name": "unit", "type": "string"}],
  "primaryKey": ["model", "kind"]}}]})"},
                 {"data/kinds.json", R"([{"name": "small", "unit": "GB", "covers": "weights"},
{"name": "large", "unit": "GB", "covers": "weights; gradients"}])"},
                 {"data/sizes.json", R"([{"model": "a", "kind": "small", "value": 2, "unit": "GB"},
{"model": "a", "kind": "large", "value": 4, "unit": "GB"}])"}};
  files["content/index.md"] =
      page("Models", "[2 GB](fig:models/a/small)\n", "figures:\n  both: models/a/large - models/a/small\n");
  CHECK(has(WholeSite(files).mistakes(),
            "this combines a value that covers \"weights; gradients\" with a value that covers \"weights\""));
}

}  // namespace
