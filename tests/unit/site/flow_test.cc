// Tests decision flows, and the checks on them.
#include <doctest/doctest.h>

#include "unit/whole_site.h"

namespace {

constexpr const char* kIndex = "content/choose/index.md";

Files flow() {
  return with_data({
      {kIndex, page("Which?", "Words.\n",
                    "flow: {start: milk}\ncases:\n  - {who: Ada, answers: {milk: \"no\"}, reaches: espresso}\n"
                    "  - {who: Bo, answers: {milk: \"yes\", size: big}, reaches: latte}\n")},
      {"content/choose/milk.md",
       "---\nquestion: Milk?\nanswers:\n  \"no\": {label: \"No\", to: espresso, because: [\"Short [@survey]\"]}\n"
       "  \"yes\": {label: \"Yes\", to: size, because: [\"Long [@card]\"]}\n---\n"},
      {"content/choose/size.md",
       "---\nquestion: Big?\nanswers:\n  big: {label: Big, to: latte, because: [\"More [@survey]\"]}\n"
       "  small: {label: Small, to: espresso, because: [\"Less [@survey]\"]}\n---\n"},
      {"content/choose/latte.md", "---\noutcome: A latte\n---\n"},
      {"content/choose/espresso.md", "---\noutcome: An espresso\n---\n"},
  });
}

std::string broken(const std::string& file, std::string_view from, std::string_view to) {
  WholeSite site(flow());
  site.change(file, from, to);
  return site.mistakes();
}

TEST_CASE("each step of a flow has a page with links to the next steps and back") {
  WholeSite site(flow());
  site.built();
  std::string question = site.main("choose/milk.html");
  CHECK(has(question, "<h1>Milk?</h1>"));
  CHECK(
      has(question,
          "<a class=\"answer\" href=\"espresso.html#milk.no\"><span>No</span></a>\n<p class=\"leads-to\">Leads to: An "
          "espresso</p>"));
  CHECK(has(question, "<li>Short<sup class=\"cite\"><a href=\"#ref-1\""));
  CHECK(has(question, "<a href=\"index.html\">"));
  std::string outcome = site.main("choose/espresso.html");
  CHECK(has(outcome, "Milk? <b>No</b></a> <a class=\"change\" href=\"milk.html\">"));
  CHECK(has(outcome, "Big? <b>Small</b></a> <a class=\"change\" href=\"size.html\">"));
  std::string index = site.main("choose/index.html");
  CHECK(has(index, "<figure class=\"flow\" id=\"flow\"><div class=\"flow-scroll\" role=\"region\" tabindex=\"0\""));
  CHECK(has(index, "<h3><a href=\"milk.html\">Milk?</a></h3>"));
  CHECK(has(index, "<span class=\"said\">No</span> <span class=\"to\">→ <a href=\"#step-espresso\">An espresso</a>"));
  CHECK(has(index, "<span class=\"said\">Yes</span> <span class=\"to\">→ <a href=\"#step-size\">Big?</a>"));
  CHECK(!has(question, "rel=\"next\""));  // steps follow answers, not alphabetical order
}

TEST_CASE("a step without front matter causes no further errors") {
  WholeSite site(flow());
  site.write("content/choose/milk.md", "Milk?\n");
  CHECK(site.mistakes() ==
        "error[no-front-matter]: the page has no title: neither front matter nor a heading\n"
        "  --> content/choose/milk.md:1:1\n"
        "   |\n"
        " 1 | Milk?\n"
        "   | ^^^^^\n"
        "   = help: begin with a heading, \"# …\", or with three lines: \"---\", then \"title: …\", then \"---\"\n");
}

TEST_CASE("steps are in breadth-first order") {
  Passes p = WholeSite(flow()).passes();
  REQUIRE(p.site->flows.size() == 1);
  std::vector<std::string> ids;
  for (const auto& node : p.site->flows[0].nodes) ids.push_back(node->id);
  CHECK(ids == std::vector<std::string>{"milk", "espresso", "size", "latte"});
}

TEST_CASE("a cycle is reported with all of its steps") {
  CHECK(broken("content/choose/size.md", "to: espresso", "to: milk") ==
        "error[flow-cycle]: the flow has a loop: milk → size → milk\n"
        "  --> content/choose/size.md:5:29\n"
        "   |\n"
        " 5 |   small: {label: Small, to: milk, because: [\"Less [@survey]\"]}\n"
        "   |                             ^^^^\n"
        "   = expected: answers that never lead back\n"
        "   = help: change this answer to lead to an outcome or a later step\n");
  CHECK(has(broken("content/choose/size.md", "to: espresso", "to: size"), "the flow has a loop: size → size\n"));
}

TEST_CASE("an unreachable step is an error") {
  WholeSite site(flow());
  site.write("content/choose/tea.md", "---\noutcome: Tea\n---\n");
  CHECK(site.mistakes() ==
        "error[flow-unreachable]: no answer leads to the step \"tea\"\n"
        "  --> content/choose/tea.md:2:10\n"
        "   |\n"
        " 2 | outcome: Tea\n"
        "   |          ^^^\n"
        "   = help: add an answer that leads to it, or remove the page\n");
}

TEST_CASE("answers without a target or without a reason are errors") {
  CHECK(broken("content/choose/size.md", "to: latte", "to: late") ==
        "error[flow-target]: there is no step \"late\" in this flow\n"
        "  --> content/choose/size.md:4:25\n"
        "   |\n"
        " 4 |   big: {label: Big, to: late, because: [\"More [@survey]\"]}\n"
        "   |                         ^^^^\n"
        "   = expected: the name of a file of this folder that is not a draft, without \".md\"\n"
        "   = help: did you mean \"latte\"?\n");
  CHECK(broken(kIndex, "start: milk", "start: mlik") ==
        "error[flow-start]: there is no step \"mlik\" in this flow\n"
        "  --> content/choose/index.md:3:15\n"
        "   |\n"
        " 3 | flow: {start: mlik}\n"
        "   |               ^^^^\n"
        "   = expected: the name of a file of this folder that is not a draft, without \".md\"\n"
        "   = help: did you mean \"milk\"?\n");
  CHECK(broken("content/choose/size.md", ", because: [\"Less [@survey]\"]", "") ==
        "error[flow-unjustified]: the answer \"small\" has no reason\n"
        "  --> content/choose/size.md:5:3\n"
        "   |\n"
        " 5 |   small: {label: Small, to: espresso}\n"
        "   |   ^^^^^\n"
        "   = expected: \"because:\" with the id of a claim, the name of an assert, or a sentence with a citation\n");
  CHECK(broken("content/choose/size.md", "\"Less [@survey]\"", "\"It is less.\"") ==
        "error[flow-unjustified]: the reason for \"small\" has no citation, figure or assert\n"
        "  --> content/choose/size.md:5:49\n"
        "   |\n"
        " 5 |   small: {label: Small, to: espresso, because: [\"It is less.\"]}\n"
        "   |                                                 ^^^^^^^^^^^^^\n"
        "   = expected: the id of a claim, the name of an assert, or a sentence with a citation such as [@source], "
        "a figure of the data such as [80 GB](fig:TABLE/KEY/COLUMN), or a link to an assert, such as [the "
        "cheapest](assert:name)\n");
  CHECK(has(broken("content/choose/size.md", "\"Less [@survey]\"", "less"),
            "error[unknown-claim]: there is no claim or assert \"less\"\n"));
}

TEST_CASE("an assert of any page may be a reason, and breaks the build if it fails") {
  WholeSite site(flow());
  site.change("content/choose/size.md", "\"Less [@survey]\"", "cheaper");
  site.write("content/prices.md",
             page("Prices",
                  "```sql assert cheaper\n-- {name} costs {price}, more than a latte\n"
                  "SELECT name, price, ref FROM prices WHERE id = 'espresso' AND price > quantity(4, 'EUR')\n```\n"));
  site.built();
  CHECK(!has(site.html("prices.html"), "SELECT"));
  site.change("data/prices.json", "\"price\": 2.5", "\"price\": 5");
  CHECK(site.mistakes() ==
        "error[flow-unjustified]: the reason for \"small\" no longer holds: the assert \"cheaper\" fails\n"
        "  --> content/choose/size.md:5:49\n"
        "   |\n"
        " 5 |   small: {label: Small, to: espresso, because: [cheaper]}\n"
        "   |                                                 ^^^^^^^\n"
        "   = expected: an answer that the data supports\n"
        "   = help: check the assert, then change the answer, its reason, or the flow\n"
        "error[assert-failed]: \"cheaper\" does not hold: Espresso costs 5, more than a latte\n"
        "  --> content/prices.md:4:4\n"
        "   |\n"
        " 4 | ```sql assert cheaper\n"
        "   |    ^^^^^^^^^^^^^^^^^^\n"
        "   = expected: a query that returns no rows\n"
        "   = help: correct what the page says, or the assert\n");
}

TEST_CASE("every build checks the cases of a flow") {
  CHECK(has(broken(kIndex, "reaches: espresso", "reaches: latte"),
            "error[flow-case]: Ada reaches \"espresso\", not \"latte\"\n"
            "  --> content/choose/index.md:5:48\n"
            "   |\n"
            " 5 |   - {who: Ada, answers: {milk: \"no\"}, reaches: latte}\n"
            "   |                                                ^^^^^\n"
            "   = help: correct the flow, or the outcome of this case\n"));
  CHECK(has(broken(kIndex, "reaches: latte", "reaches: late"),
            "error[flow-case]: there is no step \"late\" in this flow\n"));
  CHECK(has(broken(kIndex, ", size: big", ""), "error[flow-case]: Bo stops at \"size\"\n"));
  CHECK(has(broken(kIndex, "size: big", "size: bg"),
            "error[flow-case]: \"bg\" is not an answer to \"size\"\n  --> content/choose/index.md:6:44\n"));
  CHECK(has(
      broken(kIndex, "  - {who: Bo, answers: {milk: \"yes\", size: big}, reaches: latte}\n", ""),
      "error[flow-outcome-unreached]: no case reaches the outcome \"latte\"\n  --> content/choose/latte.md:2:10\n"));
}

TEST_CASE("a page that is not a step, and a step outside a flow, are errors") {
  WholeSite site(flow());
  site.write("content/choose/notes.md", page("Notes"));
  CHECK(has(site.mistakes(),
            "error[flow-not-a-node]: a page in a flow's folder is neither a question nor an outcome\n  --> "
            "content/choose/notes.md:1:1\n"));
  site.write("content/choose/notes.md", page("Notes", "Words.\n", "layout: page\n")).built();
  CHECK(has(site.main("choose/notes.html"), "Words."));
  CHECK(!has(site.main("choose/notes.html"), "class=\"neighbours\""));
  WholeSite alone(Files{{"content/index.md", page("C")}, {"content/a/end.md", "---\noutcome: The end\n---\n"}});
  CHECK(
      has(alone.mistakes(), "error[flow-missing]: this step does not belong to a flow\n  --> content/a/end.md:2:10\n"));
}

TEST_CASE("a flow in a folder of generated pages does not crash") {
  WholeSite site(with_data({{"content/sources/index.md", page("S", "W.\n", "flow: {start: a}\n")}}));
  CHECK(has(site.mistakes(), "error[flow-start]"));
}

}  // namespace
