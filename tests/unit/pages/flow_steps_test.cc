// Tests the steps of a flow on the flow's page: what they show there, and what only their own pages show.
#include <doctest/doctest.h>

#include "unit/whole_site.h"

namespace {

Files flow() {
  return with_data({
      {"content/choose/index.md",
       page("Which?", "W.\n", "flow: {start: milk}\ncases: [{who: Ada, answers: {milk: a}, reaches: end}]\n")},
      {"content/choose/milk.md",
       "---\nquestion: Milk?\nfigures: {dear: prices/mocha/price}\nanswers:\n"
       "  a: {label: \"A <bit>\", to: end, because: [\"It is [4.50 EUR](fig:dear) [@survey, p. 3]\"]}\n---\n"
       "See [below](#more) and [the card](../index.md).\n\n```table drinks\ndata: prices\ncaption: Drinks\n```\n\n"
       "## More\n\nNot at a glance.\n"},
      {"content/choose/end.md", "---\noutcome: End\nnext: [../index.md]\n---\nDone [@card].\n"},
  });
}

TEST_CASE("a flow's page contains each step with its reasons, and links to parts that only the step's page shows") {
  WholeSite site(flow());
  site.built();
  const std::string html = site.main("choose/index.html");
  CHECK(has(html, "id=\"step-milk\" data-step=\"milk\""));
  CHECK(has(html, "<h3><a href=\"milk.html\">Milk?</a></h3>"));
  CHECK(has(html, "See <a href=\"milk.html#more\">below</a> and <a href=\"../index.html\">the card</a>."));
  CHECK(has(html, "href=\"milk.html#drinks\""));
  CHECK_FALSE(has(html, "<table"));
  CHECK_FALSE(has(html, "Not at a glance"));
  CHECK(has(html, "data-answer=\"a\" data-to=\"end\"><span class=\"said\">A &lt;bit&gt;</span>"));
  CHECK(has(html, "<a href=\"#step-end\">End</a>"));
  CHECK(has(html, "id=\"step-end\" data-step=\"end\""));
  CHECK(has(html, "<li><a href=\"../index.html\">"));
}

TEST_CASE("the sources and notes of steps are numbered and listed on the flow's page too") {
  WholeSite site(flow());
  site.built();
  const std::string html = site.main("choose/index.html");
  CHECK(has(html, "href=\"#step-n1\" data-note=\"1\" data-value=\"€4.50\">4.50 EUR</a>"));
  CHECK(has(html, "<li id=\"step-n1\">"));
  CHECK(has(html, "<li id=\"ref-1\">"));
  CHECK(has(html, "<li id=\"ref-2\">"));
}

}  // namespace
