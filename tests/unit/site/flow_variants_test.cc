// Tests passages of a flow's steps for readers who gave certain answers: their pages, and the checks on their
// conditions.
#include <doctest/doctest.h>

#include <fmt/format.h>

#include "unit/whole_site.h"

namespace {

constexpr const char* kTea = "content/choose/tea.md";

std::string asks(std::string_view text, std::string_view first, std::string_view second, std::string_view body = "") {
  return fmt::format(
      "---\nquestion: {0}?\nanswers:\n  a: {{label: \"{0}: A\", to: {1}, because: [\"So [@survey]\"]}}\n"
      "  b: {{label: \"{0}: B\", to: {2}, because: [\"So [@survey]\"]}}\n---\n{3}",
      text, first, second, body);
}

constexpr std::string_view kAlternatives =
    "::: when one.a\n\nAfter [4.50 EUR](fig:prices/mocha/price).\n\n::: otherwise\n\nSomething else.\n\n:::\n\n"
    "For all. See [below](#deep).\n\n::: when two.b and one.a\n\n## Deep {#deep}\n\nBoth.\n\n:::\n";

// Returns a flow one -> two -> tea, with an outcome "mid" in between that leads to another question.
Files branching(std::string_view tea = kAlternatives) {
  return with_data({
      {"content/choose/index.md",
       page("Which?", "W.\n",
            "flow: {start: one}\ncases:\n  - {who: Ada, answers: {one: a, two: a}, reaches: tea}\n"
            "  - {who: Bo, answers: {one: b, two: b}, reaches: mid}\n")},
      {"content/choose/one.md", asks("One", "two", "two")},
      {"content/choose/two.md", asks("Two", "tea", "mid")},
      {"content/choose/mid.md",
       "---\noutcome: Mid\nquestion: And then?\nanswers:\n  go: {label: Go on, to: tea, because: [\"So "
       "[@card]\"]}\n---\n"
       "Enough.\n"},
      {kTea, fmt::format("---\noutcome: Tea\nnext: [{{page: ../index.md, when: one.b}}]\n---\n{}", tea)},
  });
}

std::string errors_of(std::string_view tea) {
  WholeSite site(branching());
  site.write(kTea, fmt::format("---\noutcome: Tea\n---\n{}", tea));
  return site.mistakes();
}

TEST_CASE("without scripts, answers lead to pages that show only the passages for them") {
  WholeSite site(branching());
  site.built();
  CHECK(has(site.main("choose/one.html"), "href=\"two--one-a.html\""));
  CHECK(has(site.main("choose/one.html"), "href=\"two--one-b.html\""));
  const std::string two = site.main("choose/two--one-a.html");
  CHECK(has(two, "href=\"tea--one-a.html\""));
  CHECK(has(two, "href=\"mid--one-a--two-b.html\""));
  CHECK(has(two, "<li>One? <span class=\"said\">One: A</span> <a href=\"one.html\">"));
  CHECK(has(site.main("choose/mid--one-a--two-b.html"), "href=\"tea--one-a--two-b.html\""));

  const std::string tea = site.main("choose/tea--one-a.html");
  CHECK(has(tea, "4.50 EUR"));
  CHECK(!has(tea, "Something else"));
  CHECK(!has(tea, "Both."));
  CHECK(!has(tea, "If you answered"));
  CHECK(has(tea, "See <a href=\"tea.html#deep\">below</a>"));
  CHECK(!has(tea, "../index.html\">Home"));
  const std::string deep = site.main("choose/tea--one-a--two-b.html");
  CHECK(has(deep, "<h2 id=\"deep\">"));
  CHECK(has(deep, "See <a href=\"#deep\">below</a>"));
  CHECK(has(site.main("choose/tea--one-b.html"), "Something else"));
}

TEST_CASE("the step's own page and the flow's page show every passage below its answers") {
  WholeSite site(branching());
  site.built();
  const std::string tea = site.main("choose/tea.html");
  CHECK(has(
      tea,
      "<section class=\"when\" data-when=\"one.a\">\n<p class=\"when-title\">If you answered “One: A” to “One?”</p>"));
  CHECK(has(tea, "<section class=\"when\" data-unless=\"one.a\">\n<p class=\"when-title\">After other answers</p>"));
  CHECK(has(tea, "If you answered “Two: B” to “Two?” and “One: A” to “One?”"));
  const std::string index = site.main("choose/index.html");
  CHECK(has(index, "data-step=\"tea\" data-on=\"one.a one.b two.b\""));
  CHECK(has(index, "<section class=\"when\" data-when=\"one.a\">"));
  CHECK(has(index, "<li data-when=\"one.b\"><a href=\"../index.html\">"));
}

TEST_CASE("variants are not indexed, but the page of the step is") {
  WholeSite site(branching());
  site.built();
  CHECK(has(site.html("choose/tea--one-a.html"), "<meta name=\"robots\" content=\"noindex\">"));
  CHECK(!has(site.html("choose/tea.html"), "noindex"));
  CHECK(!has(site.html("sitemap.xml"), "tea--"));
}

TEST_CASE("a flow without conditions has no additional pages") {
  WholeSite site(branching("Tea.\n"));
  site.write(kTea, "---\noutcome: Tea\n---\nTea.\n");
  Passes p = site.passes();
  for (const auto& each : p.site->pages) CHECK(!has(each->address, "--"));
}

TEST_CASE("conditions must name answers of the flow that only some readers have given") {
  CHECK(errors_of("::: when one.c\n\nC.\n\n:::\n") ==
        "error[flow-condition]: \"c\" is not an answer to \"one\"\n"
        "  --> content/choose/tea.md:4:10\n"
        "   |\n"
        " 4 | ::: when one.c\n"
        "   |          ^^^^^\n"
        "   = expected: one of \"a\" or \"b\"\n"
        "   = help: did you mean \"a\"?\n");
  CHECK(has(errors_of("::: when tow.a\n\nC.\n\n:::\n"), "there is no step \"tow\" in this flow\n"));
  CHECK(has(errors_of("::: when two.a and mid.go\n\nC.\n\n:::\n"),
            "no way through the flow leads here with these answers"));
  CHECK(has(errors_of("::: when one.a or one.b\n\nC.\n\n:::\n"),
            "every way through the flow leads here with these answers"));
}

TEST_CASE("alternatives neither overlap nor leave a gap") {
  CHECK(has(errors_of("::: when one.a\n\nA.\n\n::: when two.a\n\nB.\n\n::: otherwise\n\nC.\n\n:::\n"),
            "error[flow-overlap]: two alternatives are shown after one.a, two.a\n"
            "  --> content/choose/tea.md:8:1\n"));
  CHECK(has(errors_of("::: when one.a and two.a\n\nA.\n\n::: when one.b and two.a\n\nB.\n\n:::\n"),
            "error[flow-gap]: no alternative is shown after one.a, two.b, mid.go\n"
            "  --> content/choose/tea.md:4:1\n"));
  CHECK(errors_of("::: when one.a\n\nA.\n\n::: when one.b\n\nB.\n\n:::\n") == "");
  // Two passages that each end with ":::" are independent.
  CHECK(errors_of("::: when one.a\n\nA.\n\n:::\n\n::: when two.a\n\nB.\n\n:::\n") == "");
}

TEST_CASE("a passage outside a flow is an error") {
  WholeSite site(branching());
  site.write("content/about.md", page("About", "::: when one.a\n\nA.\n\n:::\n"));
  CHECK(has(site.mistakes(),
            "error[flow-condition]: only a step of a flow can have a passage for certain answers\n"
            "  --> content/about.md:4:1\n"));
}

TEST_CASE("editing a passage re-renders the pages of the step") {
  WholeSite site(branching());
  site.rebuild();
  site.change(kTea, "Something else", "Something new");
  site.rebuild();
  CHECK(has(site.main("choose/tea--one-b.html"), "Something new"));
}

}  // namespace
