// Tests passages of a flow's steps for readers who gave certain answers, the checks on their conditions, and the
// reasons on an outcome.
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

TEST_CASE("the answer that leads to an outcome leads to its reason there") {
  WholeSite site(branching());
  site.built();
  CHECK(has(site.main("choose/one.html"), "href=\"two.html\""));
  CHECK(has(site.main("choose/two.html"), "href=\"tea.html#two.a\""));
  CHECK(has(site.main("choose/two.html"), "href=\"mid.html#two.b\""));
  CHECK(has(site.main("choose/mid.html"), "href=\"tea.html#mid.go\""));
  const std::string tea = site.main("choose/tea.html");
  CHECK(has(tea, "<li id=\"two.a\"><a href=\"#two.a\">Two? <b>Two: A</b></a> <a class=\"change\" href=\"two.html\">"));
  CHECK(has(tea, "<li id=\"mid.go\"><a href=\"#mid.go\">Mid <b>Go on</b></a>"));
  // The reasons cite sources of this page.
  CHECK(has(tea, "So<sup class=\"cite\"><a href=\"#ref-"));
  CHECK(has(tea, "<p class=\"more\"><a href=\"#reasons\">"));
  CHECK(!has(site.main("choose/mid.html"), "<p class=\"more\">"));
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
  CHECK(has(index, "data-step=\"tea\""));
  CHECK(has(index, "<section class=\"when\" data-when=\"one.a\">"));
  CHECK(has(index, "<li data-when=\"one.b\"><a href=\"../index.html\">"));
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

}  // namespace
