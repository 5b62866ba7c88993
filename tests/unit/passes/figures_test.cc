// Tests named figures: paths and formulas, for one page and for all pages.
#include <doctest/doctest.h>

#include "unit/whole_site.h"

namespace {

Files site_with(std::string_view figures, std::string_view body, std::string_view shared = "") {
  Files files = coffee_data();
  files["content/index.md"] = page("Coffee");
  files["content/t.md"] =
      page("T", std::string(body) + "\n", figures.empty() ? "" : "figures:\n" + std::string(figures));
  if (!shared.empty()) files["data/figures.yaml"] = shared;
  return files;
}

std::string mistakes(std::string_view figures, std::string_view body, std::string_view shared = "") {
  return WholeSite(site_with(figures, body, shared)).mistakes();
}

TEST_CASE("a named figure can be used in formulas") {
  WholeSite site(site_with("  latte: prices/latte/price\n  ratio: latte / prices/espresso/price\n",
                           "[4 EUR](fig:latte), [1.6](fig:ratio), [€40](fig:ten), [9 g](fig:beans)",
                           "ten: {is: 10 * prices/latte/price, why: ten cups}\nbeans: prices/espresso/beans\n"));
  site.built();
  std::string html = site.main("t.html");
  CHECK(has(html,
            "<a class=\"fig\" id=\"figure-n1-1\" href=\"#figure-n1\" data-note=\"1\" data-value=\"€4.00\">4 EUR</a>"));
  CHECK(has(html, "<a class=\"fig\" id=\"figure-n2-1\" href=\"#figure-n2\" data-note=\"2\">1.6</a>"));
  CHECK(has(html, "Our calculation: €4.00 (Price) ÷ €2.50 (Price). From: <span class=\"origin\">"));
  CHECK(has(html,
            "Our calculation: 10 × €4.00 (Price). "
            "Assumed: ten cups. From: <span class=\"origin\">"));
  CHECK(site.report.figures == 4);
}

TEST_CASE("a formula is printed with the digits that its result needs") {
  WholeSite site(site_with("  seventh: prices/espresso/beans / 7\n  back: seventh * 7000\n",
                           "[1.286 g](fig:seventh), [9,000 g](fig:back)"));
  const std::string text = site.built().main("t.html");
  CHECK(has(text, "Our calculation: 9 g (Beans) ÷ 7. "));
  CHECK(has(text, "Our calculation: 1.2857 g × 7,000. "));
}

TEST_CASE("a computed figure is checked against the data like any other") {
  CHECK(mistakes("  ratio: prices/latte/price / prices/espresso/price\n", "It is [1.7](fig:ratio) times as much.") ==
        "error[figure-mismatch]: the text says 1.7, the data 1.6\n"
        "  --> content/t.md:6:8\n"
        "   |\n"
        " 6 | It is [1.7](fig:ratio) times as much.\n"
        "   |        ^^^\n"
        "   = expected: 1.6, the value of ratio = prices/latte/price / prices/espresso/price\n"
        "   = help: write \"1.6\"\n"
        "   = note: prices/latte/price is €4.00\n"
        "   = note: prices/espresso/price is €2.50\n"
        "   = note: prices/espresso: Bean Street, Price card, row 1; 2026-03-01\n"
        "   = note: prices/latte: Bean Street, Price card, row 2; 2026-03-01\n");
}

TEST_CASE("errors of a named figure are reported at its definition") {
  CHECK(mistakes("  sum: prices/latte/price + prices/latte/beans\n", "Words.") ==
        "error[bad-formula]: EUR and g do not convert into each other\n"
        "  --> content/t.md:4:8\n"
        "   |\n"
        " 4 |   sum: prices/latte/price + prices/latte/beans\n"
        "   |        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\n"
        "   = expected: two values of the same kind, to add, subtract or compare\n");
  CHECK(mistakes("  zero: prices/latte/price / (1 - 1)\n", "Words.") ==
        "error[bad-formula]: this divides by zero\n"
        "  --> content/t.md:4:31\n"
        "   |\n"
        " 4 |   zero: prices/latte/price / (1 - 1)\n"
        "   |                               ^^^^^\n"
        "   = expected: a divisor other than 0\n");
  CHECK(mistakes("  none: 2 * prices/mocha/beans\n", "Words.") ==
        "error[figure-without-value]: there is no value at prices/mocha/beans\n"
        "  --> content/t.md:4:13\n"
        "   |\n"
        " 4 |   none: 2 * prices/mocha/beans\n"
        "   |             ^^^^^^^^^^^^^^^^^^\n"
        "   = expected: a number to calculate with\n");
  CHECK(mistakes("  text: 2 * prices/mocha/name\n", "Words.") ==
        "error[figure-without-value]: there is text, not a number, at prices/mocha/name\n"
        "  --> content/t.md:4:13\n"
        "   |\n"
        " 4 |   text: 2 * prices/mocha/name\n"
        "   |             ^^^^^^^^^^^^^^^^^\n"
        "   = expected: a number to calculate with\n");
  CHECK(mistakes("  year: 365 * 24 h\n", "Words.") ==
        "error[figure-without-source]: \"year\" does not depend on data\n"
        "  --> content/t.md:4:9\n"
        "   |\n"
        " 4 |   year: 365 * 24 h\n"
        "   |         ^^^^^^^^^^\n"
        "   = expected: a formula over figures of the data, or a reason\n"
        "   = help: state the assumption: year: {is: 365 * 24 h, why: …}\n");
  CHECK(mistakes("  a: 2 * b\n  b: c + a\n  c: prices/latte/price\n", "Words.") ==
        "error[figure-cycle]: \"a\" depends on itself: a → b → a\n"
        "  --> content/t.md:4:6\n"
        "   |\n"
        " 4 |   a: 2 * b\n"
        "   |      ^^^^^\n"
        "   = expected: a formula over cells, or over figures that do not depend on this one\n");
  CHECK(mistakes("", "It is [4](fig:latt).", "latte: prices/latte/price\n") ==
        "error[unknown-figure]: there is no figure \"latt\"\n"
        "  --> content/t.md:4:11\n"
        "   |\n"
        " 4 | It is [4](fig:latt).\n"
        "   |           ^^^^^^^^\n"
        "   = expected: TABLE/KEY/COLUMN, or one of \"latte\"\n"
        "   = help: did you mean \"latte\"?\n");
  CHECK(mistakes("  latte: prices/latte/price\n", "Words.", "latte: prices/latte/price\n") ==
        "error[duplicate-name]: the figure \"latte\" is defined twice\n"
        "  --> content/t.md:4:3\n"
        "   |\n"
        " 4 |   latte: prices/latte/price\n"
        "   |   ^^^^^\n"
        "   = expected: a name that data/figures.yaml does not have\n");
  CHECK(mistakes("", "Words.", "max: prices/latte/price\nlist: [1]\n") ==
        "error[bad-name]: \"max\" can't be the name of a figure\n"
        "  --> data/figures.yaml:1:1\n"
        "   |\n"
        " 1 | max: prices/latte/price\n"
        "   | ^^^\n"
        "   = expected: a letter, then letters, digits, \"-\", \"_\" and \".\"; not \"min\" or \"max\"\n"
        "error[wrong-type]: \"list\" is not a formula\n"
        "  --> data/figures.yaml:2:7\n"
        "   |\n"
        " 2 | list: [1]\n"
        "   |       ^^^\n"
        "   = expected: a path TABLE/KEY/COLUMN, a formula over figures, or {is: FORMULA, why: TEXT, covers: TEXT}\n");
}

TEST_CASE("on pages made from data, a formula can use the row's values") {
  Files files = coffee_data();
  files["content/index.md"] = page("Coffee");
  files["content/drinks/drink.md"] = page("\"{name}\"", "{name}: [](fig:more).\n",
                                          "pages: {query: prices, address: \"{id}\", title: \"{name}\"}\n"
                                          "figures: {more: \"prices/{id}/price - prices/espresso/price\"}\n");
  WholeSite site(files);
  site.built();
  CHECK(has(site.main("drinks/mocha.html"),
            "Mocha: <a class=\"fig\" id=\"figure-n1-1\" href=\"#figure-n1\" data-note=\"1\">€2</a>"));
  CHECK(has(site.main("drinks/latte.html"),
            "Latte: <a class=\"fig\" id=\"figure-n1-1\" href=\"#figure-n1\" "
            "data-note=\"1\">€1.50</a>"));
}

TEST_CASE("an answer that depends on an assert fails with the assert") {
  Files files = coffee_data();
  files["content/index.md"] = page("Coffee",
                                   "```sql assert mocha-is-dearest\n-- {name} at {price} costs more\n"
                                   "SELECT name, price FROM prices WHERE price > quantity(4.5, 'EUR')\n```\n\nMocha is "
                                   "[the dearest](assert:mocha-is-dearest).\n");
  files["content/choose/index.md"] = page("Which?", "Choose.\n",
                                          "flow: {start: purse}\ncases: [{who: one, answers: "
                                          "{purse: full}, reaches: mocha}]\n");
  files["content/choose/purse.md"] =
      "---\nquestion: How full is the purse?\nanswers:\n  full: {label: Full, to: mocha, because: "
      "[mocha-is-dearest]}\n---\n";
  files["content/choose/mocha.md"] = "---\noutcome: A mocha\n---\n";
  WholeSite site(files);
  site.built();
  CHECK(
      has(site.main("choose/purse.html"), "Checked against the data: <a href=\"../index.html\">mocha is dearest</a>"));
  site.change("data/prices.json", "\"price\": 4,", "\"price\": 5,");
  CHECK(site.mistakes() ==
        "error[flow-unjustified]: the reason for \"full\" no longer holds: the assert \"mocha-is-dearest\" fails\n"
        "  --> content/choose/purse.md:4:44\n"
        "   |\n"
        " 4 |   full: {label: Full, to: mocha, because: [mocha-is-dearest]}\n"
        "   |                                            ^^^^^^^^^^^^^^^^\n"
        "   = expected: an answer that the data supports\n"
        "   = help: check the assert, then change the answer, its reason, or the flow\n"
        "error[assert-failed]: \"mocha-is-dearest\" does not hold: Latte at 5 costs more\n"
        "  --> content/index.md:4:4\n"
        "   |\n"
        " 4 | ```sql assert mocha-is-dearest\n"
        "   |    ^^^^^^^^^^^^^^^^^^^^^^^^^^^\n"
        "   = expected: a query that returns no rows\n"
        "   = help: correct what the page says, or the assert\n"
        "error[assert-failed]: \"the dearest\" depends on the assert \"mocha-is-dearest\", which does not hold\n"
        "  --> content/index.md:9:11\n"
        "   |\n"
        " 9 | Mocha is [the dearest](assert:mocha-is-dearest).\n"
        "   |           ^^^^^^^^^^^\n"
        "   = expected: text that the data support\n"
        "   = help: check the assert, then change the text or the assert\n");
  site.write("content/t.md", page("T", "It is [so dear](assert:mocha-is-dearest).\n"));
  CHECK(has(site.mistakes(),
            "error[assert-failed]: \"so dear\" depends on the assert \"mocha-is-dearest\", which does not "
            "hold\n  --> content/t.md:4:8\n"));
}

TEST_CASE("the first twenty of many counterexamples are reported") {
  std::string said = mistakes("",
                              "```sql assert few\n-- {i}\nWITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 "
                              "FROM n WHERE i < 5000) SELECT i FROM n\n```");
  CHECK(count(said, "error[assert-failed]") == 20);
  CHECK(has(said, "\"few\" does not hold: 20\n"));
  CHECK(has(said, "= note: the query returns 4980 more rows\n"));
}

TEST_CASE("definitions that expand without limit are rejected") {
  std::string chain, squares;
  for (int i = 0; i < 5000; ++i) chain += "  n" + std::to_string(i) + ": n" + std::to_string(i + 1) + "\n";
  CHECK(has(mistakes(chain + "  n5000: prices/latte/price\n", "Words."),
            "error[bad-formula]: figures that depend on figures are nested too deeply\n"));
  for (int i = 0; i < 60; ++i) {
    std::string next = "n" + std::to_string(i + 1);
    squares += "  n" + std::to_string(i) + ": " + next + " * " + next + "\n";
  }
  std::string said = mistakes(squares + "  n60: prices/espresso/price + 0.000001 EUR\n", "Words.");
  CHECK(has(said, "error[bad-formula]: "));
  CHECK(has(mistakes("  big: {is: 1e400 * 2, why: x}\n", "Words."), "error[bad-formula]: the result can't be shown\n"));
  CHECK(has(mistakes("  small: {is: 1e-400, why: x}\n", "Words."), "error[bad-formula]: the result can't be shown\n"));
}

TEST_CASE("an assert whose query fails is not reported as false") {
  std::string said = mistakes("", "```sql assert a\n-- no\nSELECT name FROM nope\n```\n\n[So](assert:a) it is.");
  CHECK(has(said, "nope"));
  CHECK(!has(said, "assert-failed"));
}

}  // namespace
