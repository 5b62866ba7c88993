// Tests figures in prose: the text must state the value in the data.
#include <doctest/doctest.h>

#include "../plain_notes.h"
#include "unit/whole_site.h"

namespace {

std::string figure_mistakes(const std::string& body) {
  WholeSite site(with_data({{"content/t.md", page("T", body + "\n")}}));
  return site.mistakes();
}

TEST_CASE("a figure states the value in its own rounding and unit") {
  WholeSite site(
      with_data({{"content/t.md", page("T",
                                       "[4 EUR](fig:prices/latte/price), [€4.0](fig:prices/latte/price), "
                                       "[9.5 g](fig:prices/latte/beans), [0.0095 kg](fig:prices/latte/beans), "
                                       "[10 g](fig:prices/latte/beans), [Latte](fig:prices/latte/name)\n")}}));
  site.built();
  CHECK(has(site.main("t.html"), " data-value=\"€4.00\">4 EUR</a>"));  // the card shows the value in the data
  std::string html = plain_notes(site.main("t.html"));
  CHECK(has(html, "<a class=\"fig\" id=\"figure-n1-1\" href=\"#figure-n1\" data-note=\"1\">4 EUR</a>"));
  CHECK(has(html,
            "<details class=\"notes\"><summary>Where the numbers in the text come from</summary><ol>"
            "<li id=\"figure-n1\"><a href=\"sources/card.html\">Bean Street, Price card</a>, row 2; 2026-03-01 "
            "<a class=\"row\" href=\"data/prices.html#latte\">(view row)</a> <a class=\"footnote-back\""));
  CHECK(site.report.figures == 6);
}

TEST_CASE("HTML that changes how a number reads is refused in a figure") {
  for (const char* text : {"4<sup>0</sup> EUR", "<del>1</del>4 EUR", "~~1~~4 EUR", "<ruby>4<rt>1</rt></ruby> EUR"})
    CHECK_MESSAGE(has(figure_mistakes("A latte is [" + std::string(text) + "](fig:prices/latte/price)."),
                      "error[figure-unreadable]: the text of prices/latte/price has HTML"),
                  text);
}

TEST_CASE("a count states the number of rows, and nothing else about them") {
  for (const char* right :
       {"[3 drinks](count:prices)", "[three](count:prices) drinks", "[about 3 drinks](count:prices)",
        "[3](count:prices)-drink list", "[1 drink](count:prices?id=latte)"})
    CHECK(figure_mistakes(right) == "");
  for (const char* wrong :
       {"[4 drinks](count:prices)", "[3k drinks](count:prices)", "[3 %](count:prices)", "[3 kg](count:prices)",
        "[3-fold](count:prices)", "[three times as many drinks](count:prices)", "[three of ten drinks](count:prices)",
        "[3 largest drinks](count:prices)", "[3](count:prices)k", "[3](count:prices) million drinks"}) {
    CAPTURE(wrong);
    CHECK(has(figure_mistakes(wrong), "error[figure-"));
  }
}

TEST_CASE("a note links back to each of its figures") {
  WholeSite site(
      with_data({{"content/t.md", page("T",
                                       "[4 EUR](fig:prices/latte/price), [€2.50](fig:prices/espresso/price), "
                                       "[€4.0](fig:prices/latte/price)\n")}}));
  site.built();
  std::string html = plain_notes(site.main("t.html"));
  CHECK(has(html, "<a class=\"fig\" id=\"figure-n1-2\" href=\"#figure-n1\" data-note=\"1\">€4.0</a>"));
  CHECK(has(
      html,
      " <a class=\"footnote-back\" href=\"#figure-n1-1\" role=\"doc-backlink\" aria-label=\"Back to the figure with "
      "note 1\">↩</a> <a class=\"footnote-back\" href=\"#figure-n1-2\" role=\"doc-backlink\" aria-label=\"Back to "
      "the figure with note 1-2\">↩<sup>2</sup></a></li>"));
  CHECK(has(html,
            " <a class=\"footnote-back\" href=\"#figure-n2-1\" role=\"doc-backlink\" aria-label=\"Back to the "
            "figure with note 2\">↩</a></li>"));
}

TEST_CASE("a mismatch shows the value, its source and a correction") {
  CHECK(figure_mistakes("A latte is [5 EUR](fig:prices/latte/price).") ==
        "error[figure-mismatch]: the text says 5 EUR, the data €4\n"
        "  --> content/t.md:4:13\n"
        "   |\n"
        " 4 | A latte is [5 EUR](fig:prices/latte/price).\n"
        "   |             ^^^^^\n"
        "   = expected: €4, the value of prices/latte/price\n"
        "   = help: write \"4 EUR\"\n"
        "   = note: prices/latte: Bean Street, Price card, row 2; 2026-03-01\n");
  CHECK(figure_mistakes("A latte takes [9.5 EUR](fig:prices/latte/beans).") ==
        "error[figure-unit]: the text says 9.5 EUR, the value is in g, and these do not convert\n"
        "  --> content/t.md:4:16\n"
        "   |\n"
        " 4 | A latte takes [9.5 EUR](fig:prices/latte/beans).\n"
        "   |                ^^^^^^^\n"
        "   = expected: 9.5 g, the value of prices/latte/beans\n"
        "   = note: prices/latte: Bean Street, Price card, row 2; 2026-03-01\n");
  CHECK(
      figure_mistakes("A latte is [cheap](fig:prices/latte/price).") ==
      "error[figure-unreadable]: \"cheap\" does not contain a number\n"
      "  --> content/t.md:4:13\n"
      "   |\n"
      " 4 | A latte is [cheap](fig:prices/latte/price).\n"
      "   |             ^^^^^\n"
      "   = expected: €4, the value of prices/latte/price\n"
      "   = help: write a number or a range; a word such as \"about\" or \"at least\" may come first, a scale such as "
      "\"million\" and a unit after it, then \"per\", \"a\" or \"an\" and another unit; put other words outside the "
      "brackets\n"
      "   = note: prices/latte: Bean Street, Price card, row 2; 2026-03-01\n");
  CHECK(figure_mistakes("[Late](fig:prices/latte/name)") ==
        "error[figure-mismatch]: the text says \"Late\", the data \"Latte\"\n"
        "  --> content/t.md:4:2\n"
        "   |\n"
        " 4 | [Late](fig:prices/latte/name)\n"
        "   |  ^^^^\n"
        "   = expected: the value of prices/latte/name\n"
        "   = note: prices/latte: Bean Street, Price card, row 2; 2026-03-01\n");
  CHECK(figure_mistakes("A mocha takes [9 g](fig:prices/mocha/beans).") ==
        "error[figure-mismatch]: there is no value at prices/mocha/beans\n"
        "  --> content/t.md:4:16\n"
        "   |\n"
        " 4 | A mocha takes [9 g](fig:prices/mocha/beans).\n"
        "   |                ^^^\n"
        "   = expected: a cell that is not empty\n");
  CHECK(figure_mistakes("A latte is [](fig:prices/latte/price).") ==
        "error[figure-empty]: the text that states prices/latte/price is empty\n"
        "  --> content/t.md:4:12\n"
        "   |\n"
        " 4 | A latte is [](fig:prices/latte/price).\n"
        "   |            ^^^^^^^^^^^^^^^^^^^^^^^^^^\n"
        "   = expected: €4.00\n"
        "   = help: write the figure between the brackets, or let `sourcebook fix` do it\n");
}

TEST_CASE("the error for a figure without a cell lists the cells") {
  CHECK(figure_mistakes("[5 EUR](fig:prices/late/price)") ==
        "error[unknown-figure]: \"prices\" has no row \"late\"\n"
        "  --> content/t.md:4:9\n"
        "   |\n"
        " 4 | [5 EUR](fig:prices/late/price)\n"
        "   |         ^^^^^^^^^^^^^^^^^^^^^\n"
        "   = help: did you mean \"latte\"?\n");
  CHECK(has(figure_mistakes("[5 EUR](fig:prices/latte/prise)"), "did you mean \"price\"?"));
  CHECK(has(figure_mistakes("[5 EUR](fig:price/latte/price)"), "did you mean \"prices\"?"));
  CHECK(has(figure_mistakes("[5 EUR](fig:latte)"), "error[unknown-figure]: there is no figure \"latte\"\n"));
}

TEST_CASE("a figure can refer to a cell of a query of the page by its first columns") {
  auto body = [](const char* figure) {
    return "```sql q\nSELECT source, name, price, ref FROM prices ORDER BY name\n```\n\n" + std::string(figure);
  };
  CHECK(figure_mistakes(body("[4.50 EUR](fig:q/survey/price)")).empty());
  CHECK(figure_mistakes(body("[4 EUR](fig:q/card/Latte/price)")).empty());
  CHECK(figure_mistakes(body("[4 EUR](fig:q/card/price)")) ==
        "error[unknown-figure]: 2 rows of \"q\" begin with \"card\"\n"
        "  --> content/t.md:8:9\n"
        "   |\n"
        " 8 | [4 EUR](fig:q/card/price)\n"
        "   |         ^^^^^^^^^^^^^^^^\n"
        "   = help: give more of its first columns, joined by '/', or make the query's first column unique\n");
  CHECK(figure_mistakes(body("[4 EUR](fig:q/card/Late/price)")) ==
        "error[unknown-figure]: no row of the query \"q\" begins with \"card/Late\"\n"
        "  --> content/t.md:8:9\n"
        "   |\n"
        " 8 | [4 EUR](fig:q/card/Late/price)\n"
        "   |         ^^^^^^^^^^^^^^^^^^^^^\n");
  CHECK(has(figure_mistakes(body("[4 EUR](fig:q/survey/cost)")), "the query \"q\" has no column \"cost\""));
}

}  // namespace
