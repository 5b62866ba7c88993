// Tests estimates: the syntax of an ```estimate block, what the build calculates, and what it passes to the script.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "../plain_notes.h"
#include "unit/whole_site.h"

namespace {

constexpr std::string_view kInputs =
    "data: prices\n"
    "caption: A round\n"
    "columns: [name, price]\n"
    "note: Without tips.\n"
    "inputs:\n"
    "  cups: {title: Cups, unit: 1, min: 1, max: 1000, step: 1, default: 3}\n"
    "  off: {title: Reduction, unit: \"%\", min: 0, max: 100, default: 10, help: Ask for it.}\n"
    "  drink: {title: Drink, column: id}\n";
constexpr std::string_view kCost = "results:\n  cost: {title: Cost, unit: EUR, formula: cups * price * (1 - off)}\n";

std::string whole(std::string_view results, std::string_view more = "") {
  return std::string(kInputs) + std::string(results) + std::string(more);
}

std::string result(std::string_view formula, std::string_view unit = "EUR", std::string_view more = "") {
  return whole("results:\n  r: {title: R, unit: \"" + std::string(unit) + "\", formula: \"" + std::string(formula) +
               "\"" + std::string(more) + "}\n");
}

WholeSite& with_estimate(WholeSite& site, const std::string& yaml) {
  for (const auto& [file, bytes] : with_data({})) site.write(file, bytes);
  return site.write("content/t.md", page("T", "```estimate round\n" + yaml + "```\n"));
}

std::string estimate_html(const std::string& yaml) {
  WholeSite site;
  return with_estimate(site, yaml).built().main("t.html");
}

std::string estimate_mistakes(const std::string& yaml) {
  WholeSite site;
  return with_estimate(site, yaml).mistakes();
}

// Returns the last cell with a number in each row, from the table of the cases or of all rows: "7.50 none".
std::string last_cells(const std::string& text, bool of_cases) {
  std::string table =
      of_cases ? between(text, "<details class=\"cases\"", "</details>") : between(text, "<template>", "</template>");
  std::string found;
  for (size_t at = 0; (at = table.find("</td></tr>", at)) != std::string::npos; ++at) {
    size_t cell = table.rfind("<td class=\"number", at);
    std::string last = table.substr(cell, table.find("</td>", cell) - cell);
    std::string value = between(last, "\">", "</a>");
    if (size_t tag = value.rfind('>'); tag != std::string::npos) value = value.substr(tag + 1);
    found += (found.empty() ? "" : " ") + (has(last, "class=\"none\"") ? "none" : value);
  }
  return found;
}

TEST_CASE("without cases the table shows the rows for the default inputs, the cheapest first") {
  std::string text = estimate_html(whole(kCost));
  CHECK(has(text, "<figure class=\"estimate\" id=\"round\"><figcaption><span class=\"caption\">A round</span>"));
  CHECK(has(text, "<span>Cups: 3; Reduction: 10 %; Drink: any</span>"));
  CHECK(last_cells(text, true) == "6.75 10.80 12.15");
  CHECK(last_cells(text, false) == "6.75 10.80 12.15");
  CHECK(has(text, "<span class=\"title\">Cost</span> <span class=\"unit\">€</span>"));
  CHECK(has(text, "<li>Without tips.</li>"));
  CHECK(has(text, "href=\"tables/round.csv\" download aria-label=\"CSV: A round\">CSV</a>"));
}

TEST_CASE("each number links to its note: a rate to its source, a result to its records and formula") {
  std::string text = plain_notes(estimate_html(whole(kCost)));
  CHECK(has(text, "<a class=\"cell\" href=\"#round-n1\">2.50</a>"));
  CHECK(has(text, "<a class=\"cell\" href=\"#round-n2\">6.75</a>"));
  CHECK(has(text, "<li id=\"round-n1\"><a href=\"sources/card.html\">Bean Street, Price card</a>, row 1; 2026-03-01"));
  CHECK(
      has(text, "<li id=\"round-n2\">Our calculation from: <a href=\"sources/card.html\">Bean Street, Price card</a>"));
  CHECK(has(text, "<ul class=\"sums\"><li>Cost = Cups × Price × (1 − Reduction)</li></ul>"));
}

TEST_CASE("a result listed among the columns is shown in that position, even if its name is quoted") {
  for (const char* name : {"cost", "\"cost\"", "'cost'"}) {
    WholeSite site;
    const std::string yaml =
        base::replace_all(whole(kCost), "columns: [name, price]", "columns: [name, " + std::string(name) + ", price]");
    const std::string text = with_estimate(site, yaml).built().main("t.html");
    CHECK(text.find("data-column=\"cost\"") < text.find("data-column=\"price\""));
  }
  CHECK(has(estimate_mistakes(base::replace_all(whole(kCost), "[name, price]", "[name, {name: cost, title: C}]")),
            "error[bad-value]"));
}

TEST_CASE("each case is a group of the table with its inputs, sorted by its own numbers") {
  std::string text = estimate_html(whole(kCost,
                                         "cases:\n"
                                         "  - {who: Two friends, inputs: {cups: 2, off: 0}}\n"
                                         "  - {who: A wedding, inputs: {cups: 200, off: 12.5, drink: latte}}\n"));
  CHECK(has(text, "<span>Two friends (Cups: 2; Reduction: 0 %; Drink: any)</span>"));
  CHECK(has(text, "<span>A wedding (Cups: 200; Reduction: 12.5 %; Drink: latte)</span>"));
  CHECK(last_cells(text, true) == "5.00 8.00 9.00 700.00");
  CHECK(last_cells(text, false) == "6.75 10.80 12.15");
  CHECK(has(text, "<li><a href=\"t.html?round.cups=2&amp;round.off=0#round\">Two friends</a></li>"));
}

TEST_CASE("a form with more than five inputs shows four, and the others in a closed part") {
  const auto form_with = [](int more) {
    std::string inputs;
    for (int i = 0; i < more; ++i)
      inputs += fmt::format("  more{}: {{title: More, unit: 1, min: 0, max: 9, default: 1}}\n", i);
    return between(estimate_html(std::string(kInputs) + inputs + std::string(kCost)), "<form", "</form>");
  };
  CHECK_FALSE(has(form_with(2), "<details"));
  const std::string form = form_with(3),
                    more = between(form, "<details><summary>More assumptions</summary>", "</details>");
  CHECK(count(form, "<label") == 6);
  CHECK(count(more, "<label") == 2);
}

TEST_CASE("the form has a labelled control for each input, with its range and default") {
  std::string form = between(estimate_html(whole(kCost)), "<form", "</form>");
  CHECK(has(form, " hidden "));
  CHECK(has(form,
            "<label for=\"round-cups\">Cups</label> <span><input id=\"round-cups\" type=\"number\" "
            "inputmode=\"decimal\" name=\"round.cups\" min=\"1\" max=\"1000\" step=\"1\" value=\"3\" required "
            "aria-describedby=\"round-cups-range\""));
  CHECK(has(form, "<small id=\"round-cups-range\">1 to 1,000 in steps of 1</small>"));
  CHECK(has(form, "aria-describedby=\"round-off-range round-off-help\" data-before=\"\" data-after=\" %\"> %</span>"));
  CHECK(has(form, "<small id=\"round-off-range\">0 to 100</small> <small id=\"round-off-help\">Ask for it.</small>"));
  CHECK(has(form,
            "<select id=\"round-drink\" name=\"round.drink\"><option value=\"\" selected=\"\">any</option>"
            "<option value=\"espresso\">espresso</option>"));
}

TEST_CASE("the script gets the formula in postfix order, in base units, and the numbers of each row as fractions") {
  std::string form = between(estimate_html(whole(kCost)), "<form", "</form>");
  CHECK(has(form,
            "data-rows=\"[[[&#34;espresso&#34;],[&#34;5/2&#34;]],[[&#34;latte&#34;],[&#34;4&#34;]],"
            "[[&#34;mocha&#34;],[&#34;9/2&#34;]]]\""));
  CHECK(has(form,
            "data-results=\"[{&#34;steps&#34;:[0,2,&#34;*&#34;,&#34;1&#34;,1,&#34;1/100&#34;,&#34;*&#34;,"
            "&#34;-&#34;,&#34;*&#34;],&#34;place&#34;:2,&#34;name&#34;:&#34;cost&#34;,&#34;digits&#34;:2,&#34;grouped&#"
            "34;:true,"
            "&#34;higher&#34;:false,&#34;before&#34;:&#34;€&#34;,&#34;after&#34;:&#34;&#34;,&#34;sorts&#34;:true}]\""));
}

TEST_CASE("a result can use the results above it, and is converted to its declared unit") {
  std::string text = estimate_html(
      whole("results:\n"
            "  cost: {title: Cost, unit: EUR, formula: cups * price}\n"
            "  rate: {title: Rate, unit: EUR/kg, formula: cost / (cups * beans), format: \",.3f\", better: higher}\n"));
  CHECK(last_cells(text, false) == "277.778 421.053 none");
  std::string form = between(text, "<form", "</form>");
  CHECK(has(form, "{&#34;steps&#34;:[4,0,3,&#34;*&#34;,&#34;/&#34;"));
}

TEST_CASE("a result is listed among the columns by its name alone") {
  auto with_columns = [](std::string_view columns) {
    return "data: prices\ncaption: C\nnote: N\ninputs: {n: {title: N, unit: 1, min: 1, max: 9, default: "
           "2}}\ncolumns: " +
           std::string(columns) +
           "\nresults:\n  twice: {title: Twice, unit: EUR, formula: n * price}\n"
           "  more: {title: More, unit: EUR, formula: twice * 2}\n";
  };
  std::string text = estimate_html(with_columns("[name, twice, price]"));
  CHECK(last_cells(text, false) == "10.00 16.00 18.00");
  CHECK(has(between(text, "<template>", "</template>"),
            "<tr><th scope=\"row\" class=\"nowrap\" data-below=\"2026-03-01\">Espresso</th><td class=\"number\"><a "
            "class=\"cell\" "
            "href=\"#round-n1\">5.00</a></td><td class=\"number\""));
  CHECK(has(between(text, "<form", "</form>"), "&#34;place&#34;:1,"));
  CHECK(has(between(text, "<form", "</form>"), "&#34;place&#34;:3,"));
  CHECK(has(estimate_mistakes(with_columns("[name, {name: twice, title: Double}]")),
            "error[bad-value]: \"twice\" is a result, which has its own keys\n"));
  CHECK(
      has(estimate_mistakes(with_columns("[twice]")), "error[bad-value]: this estimate shows no column of its rows\n"));
}

TEST_CASE("results are rounded half up in decimal, not in binary") {
  // The exact values are 1.075, 1.72 and 1.935.
  CHECK(last_cells(estimate_html(result("price * 0.43")), false) == "1.08 1.72 1.94");
  CHECK(last_cells(estimate_html(result("price * 0.43", "EUR", ", format: \".0f\"")), false) == "1 2 2");
  CHECK(last_cells(estimate_html(result("price - 4.5 EUR")), false) == "−2.00 −0.50 0.00");
  CHECK(last_cells(estimate_html(result("price - 4.001 EUR", "EUR", ", format: \".2f\"")), false) == "−1.50 0.00 0.50");
}

TEST_CASE("results are rounded to significant digits, and keep their value as a title") {
  const auto html = [](std::string_view formula, std::string_view format) {
    return estimate_html(result(formula, "EUR", ", format: \"" + std::string(format) + "\""));
  };
  std::string text = html("price * 1234.5678", ",.3r");  // 3,086.4195, 4,938.2712, 5,555.5551
  for (const char* cell : {"title=\"3,086.4195\">3,090<", "title=\"4,938.2712\">4,940<", "title=\"5,555.5551\">5,560<"})
    CHECK(has(text, cell));
  text = html("price - 4.5 EUR", ".2r");
  for (const char* cell : {"title=\"−2\">−2.0<", "title=\"−0.5\">−0.50<", "title=\"0\">0.0<"}) CHECK(has(text, cell));
  CHECK(has(html("price * 3.9996", ".3r"), "title=\"9.999\">10.0<"));
}

TEST_CASE("numbers of any size are shown to their last digit") {
  CHECK(last_cells(estimate_html(result("price * 1e20 + 0.01 EUR")), false) ==
        "250,000,000,000,000,000,000.01 400,000,000,000,000,000,000.01 450,000,000,000,000,000,000.01");
  CHECK(has(estimate_mistakes(
                result("price * 1e400 * 1e400 * 1e400 * 1e400 * 1e400 * 1e400 * 1e400 * 1e400 * 1e400 * 1e400 * "
                       "1e400 * 1e400 * 1e400 * 1e400 * 1e400 * 1e400 * 1e400 * 1e400 * 1e400 * 1e400 * 1e400 * "
                       "1e400 * 1e400 * 1e400 * 1e400 * 1e400 * 1e400 * 1e400 * 1e400 * 1e400 * 1e400 * 1e400 * "
                       "1e400 * 1e400 * 1e400 * 1e400 * 1e400 * 1e400 * 1e400 * 1e400 * 1e400 * 1e400 * 1e400 * "
                       "1e400 * 1e400 * 1e400 * 1e400 * 1e400 * 1e400 * 1e400 * 1e400 * 1e400 * 1e400 * 1e400")),
            "this number has too many digits"));
}

TEST_CASE("a row that lacks a number has no result, and is last") {
  std::string yaml = result("cups * beans", "g", ", better: higher");
  std::string text = estimate_html(yaml);
  CHECK(last_cells(text, false) == "27.00 28.50 none");
  CHECK(last_cells(text, true) == "28.50 27.00 none");
  CHECK(has(between(text, "<form", "</form>"), "[[&#34;mocha&#34;],[null]]"));
}

TEST_CASE("division by zero is an error that names the row and its numbers") {
  CHECK(estimate_mistakes(result("price / (beans - 9 g)", "EUR/g")) ==
        R"said(error[bad-formula]: this divides by zero in row 1 of "prices"
   --> content/t.md:14:51
    |
 14 |   r: {title: R, unit: "EUR/g", formula: "price / (beans - 9 g)"}
    |                                                   ^^^^^^^^^^^
    = expected: a divisor other than 0
    = help: leave such rows out of the query, give them no number (NULL), exclude such numbers from the input's range, or exclude such rows with `requires`
    = note: price is 2.5
    = note: beans is 9
)said");
  CHECK(estimate_mistakes(result("price * off / (off - 10 %)")) ==
        R"said(error[bad-formula]: this divides by zero in row 1 of "prices"
   --> content/t.md:14:55
    |
 14 |   r: {title: R, unit: "EUR", formula: "price * off / (off - 10 %)"}
    |                                                       ^^^^^^^^^^
    = expected: a divisor other than 0
    = help: leave such rows out of the query, give them no number (NULL), exclude such numbers from the input's range, or exclude such rows with `requires`
    = note: price is 2.5
    = note: off is 10
)said");
}

TEST_CASE("errors in the names of a formula are reported at their positions") {
  CHECK(estimate_mistakes(result("cup * price")) ==
        R"said(error[estimate-name]: there is no input, no result above and no column "cup"
   --> content/t.md:14:40
    |
 14 |   r: {title: R, unit: "EUR", formula: "cup * price"}
    |                                        ^^^
    = expected: one of "cups", "off", "price" or "beans"
    = help: did you mean "cups"?
)said");
  CHECK(estimate_mistakes(result("cups * name")) ==
        R"said(error[bad-formula]: the column "name" has no numbers to calculate with
   --> content/t.md:14:47
    |
 14 |   r: {title: R, unit: "EUR", formula: "cups * name"}
    |                                               ^^^^
    = expected: a column of type number or integer
)said");
  CHECK(estimate_mistakes(result("drink * price")) ==
        R"said(error[estimate-name]: "drink" is a choice, not a number
   --> content/t.md:14:40
    |
 14 |   r: {title: R, unit: "EUR", formula: "drink * price"}
    |                                        ^^^^^
    = expected: one of "cups", "off", "price" or "beans"
)said");
  CHECK(estimate_mistakes(result("cups * 2 EUR")) == R"said(error[figure-without-source]: "r" uses no data
   --> content/t.md:14:39
    |
 14 |   r: {title: R, unit: "EUR", formula: "cups * 2 EUR"}
    |                                       ^^^^^^^^^^^^^^
    = expected: a formula that uses a column of the rows, or a number of an option
)said");
  CHECK(estimate_mistakes(result("cups *")) == R"said(error[bad-formula]: expected a value at the end of the formula
   --> content/t.md:14:46
    |
 14 |   r: {title: R, unit: "EUR", formula: "cups *"}
    |                                              ^
    = expected: a number such as 8 GB, the name of a figure, a path TABLE/KEY/COLUMN, or a formula in parentheses
)said");
  CHECK(estimate_mistakes(whole("results:\n  price: {title: P, unit: EUR, formula: price * 2}\n")) ==
        R"said(error[estimate-name]: "price" is also the name of a column
   --> content/t.md:14:3
    |
 14 |   price: {title: P, unit: EUR, formula: price * 2}
    |   ^^^^^
    = help: give the result another name
)said");
  CHECK(estimate_mistakes(whole("results:\n  cups: {title: P, unit: EUR, formula: price * 2}\n")) ==
        R"said(error[estimate-name]: "cups" is already the name of an input
   --> content/t.md:14:3
    |
 14 |   cups: {title: P, unit: EUR, formula: price * 2}
    |   ^^^^
    = help: give the result another name
)said");
}

TEST_CASE("incompatible units are an error at the formula, with the unit of each part") {
  CHECK(estimate_mistakes(result("cups * price / beans")) ==
        R"said(error[estimate-unit]: "r" is calculated in EUR/g, which does not convert into EUR
   --> content/t.md:14:40
    |
 14 |   r: {title: R, unit: "EUR", formula: "cups * price / beans"}
    |                                        ^^^^^^^^^^^^^^^^^^^^
    = expected: a formula whose unit converts into EUR
    = note: cups is in a plain number
    = note: price is in EUR
    = note: beans is in g
)said");
  CHECK(estimate_mistakes(result("price + beans")) ==
        R"said(error[bad-formula]: EUR and g do not convert into each other
   --> content/t.md:14:40
    |
 14 |   r: {title: R, unit: "EUR", formula: "price + beans"}
    |                                        ^^^^^^^^^^^^^
    = expected: two values of the same kind, to add, subtract or compare
)said");
  CHECK(estimate_mistakes(result("price * 2", "EURO")) ==
        R"said(error[bad-unit]: "EURO" is not a known unit; did you mean "euro"?
   --> content/t.md:14:23
    |
 14 |   r: {title: R, unit: "EURO", formula: "price * 2"}
    |                       ^^^^^^
    = expected: a known unit, or one declared in data/units.json
)said");
}

TEST_CASE("inputs are checked: ranges, steps, defaults, choices, and the values of cases") {
  auto input = [](std::string_view spec) {
    return estimate_mistakes("data: prices\ncaption: C\nnote: N\ninputs:\n  n: " + std::string(spec) +
                             "\nresults:\n  r: {title: R, unit: EUR, formula: price * 2}\n");
  };
  CHECK(input("{title: N, unit: 1, min: 5, max: 5, default: 5}") ==
        R"said(error[bad-value]: "max" is not more than "min"
  --> content/t.md:9:39
   |
 9 |   n: {title: N, unit: 1, min: 5, max: 5, default: 5}
   |                                       ^
   = expected: a number above 5
)said");
  CHECK(input("{title: N, unit: 1, min: 0, max: 5, default: 6}") ==
        R"said(error[bad-value]: 6 is more than 5, the maximum of "n"
  --> content/t.md:9:51
   |
 9 |   n: {title: N, unit: 1, min: 0, max: 5, default: 6}
   |                                                   ^
)said");
  CHECK(input("{title: N, unit: 1, min: 0, max: 5, step: 0.5, default: 1.2}") ==
        R"said(error[bad-value]: 1.2 is not on a step of 0.5 from 0
  --> content/t.md:9:62
   |
 9 |   n: {title: N, unit: 1, min: 0, max: 5, step: 0.5, default: 1.2}
   |                                                              ^^^
)said");
  CHECK(input("{title: N, unit: 1, min: 0, max: 5, step: 0, default: 1}") ==
        R"said(error[bad-value]: a step must be positive
  --> content/t.md:9:48
   |
 9 |   n: {title: N, unit: 1, min: 0, max: 5, step: 0, default: 1}
   |                                                ^
   = expected: a number above 0
)said");
  // A case divides by the step, so it must not use a wrong one.
  CHECK(estimate_mistakes("data: prices\ncaption: C\nnote: N\ninputs:\n  n: {title: N, unit: 1, min: 0, max: 5, "
                          "step: 0, default: 1}\nresults:\n  r: {title: R, unit: EUR, formula: price * 2}\n"
                          "cases:\n  - {who: W, inputs: {n: 2}}\n")
            .starts_with("error[bad-value]: a step must be positive\n"));
  CHECK(input("{title: N, unit: 1, min: 0, max: 1e15, default: 1}") ==
        R"said(error[bad-value]: 1e15 is not a valid number for an input
  --> content/t.md:9:39
   |
 9 |   n: {title: N, unit: 1, min: 0, max: 1e15, default: 1}
   |                                       ^^^^
   = expected: at most 1,000,000,000,000 in size, with 6 digits after the decimal point
)said");
  CHECK(input("{title: N, unit: 1, min: 0, max: 5, maximum: 3}") ==
        R"said(error[missing-key]: the input "n" needs the key "default"
  --> content/t.md:9:6
   |
 9 |   n: {title: N, unit: 1, min: 0, max: 5, maximum: 3}
   |      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
error[unknown-key]: the input "n" has no key "maximum"
  --> content/t.md:9:42
   |
 9 |   n: {title: N, unit: 1, min: 0, max: 5, maximum: 3}
   |                                          ^^^^^^^
   = expected: "title", "help", "unit", "min", "max", "step", "default", "column", "choices" or "data"
   = help: did you mean "max"?
)said");
  CHECK(input("{title: N, column: id, min: 1}") ==
        R"said(error[unknown-key]: the input "n" has no key "min": it is a choice, because it has a "column"
  --> content/t.md:9:29
   |
 9 |   n: {title: N, column: id, min: 1}
   |                             ^^^
)said");
  CHECK(input("{title: N, column: colour}") == R"said(error[unknown-column]: "prices" has no column "colour"
  --> content/t.md:9:25
   |
 9 |   n: {title: N, column: colour}
   |                         ^^^^^^
   = expected: one of "id", "name", "price", "beans", "source", "locator" or "as_of"
)said");
  CHECK(input("{title: N, column: id, choices: [latte, moca]}") ==
        R"said(error[estimate-choice]: no row has "moca" in the column "id"
  --> content/t.md:9:46
   |
 9 |   n: {title: N, column: id, choices: [latte, moca]}
   |                                              ^^^^
   = expected: one of "espresso", "latte" or "mocha"
   = help: did you mean "mocha"?
)said");
  CHECK(estimate_mistakes(whole(kCost,
                                "cases:\n  - {who: A, inputs: {cup: 2}}\n  - {who: B, inputs: {cups: 0}}\n"
                                "  - {who: C, inputs: {cups: many}}\n")) ==
        R"said(error[unknown-key]: there is no input "cup"
   --> content/t.md:16:23
    |
 16 |   - {who: A, inputs: {cup: 2}}
    |                       ^^^
    = expected: one of "cups", "off" or "drink"
    = help: did you mean "cups"?
error[bad-value]: 0 is less than 1, the minimum of "cups"
   --> content/t.md:17:29
    |
 17 |   - {who: B, inputs: {cups: 0}}
    |                             ^
error[wrong-type]: "cups" of this case must be a number, not text
   --> content/t.md:18:29
    |
 18 |   - {who: C, inputs: {cups: many}}
    |                             ^^^^
)said");
  CHECK(estimate_mistakes(whole(kCost, "cases:\n  - {who: A, inputs: {drink: tea}}\n")) ==
        R"said(error[estimate-choice]: no row has "tea" in the column "id"
   --> content/t.md:16:30
    |
 16 |   - {who: A, inputs: {drink: tea}}
    |                              ^^^
    = expected: one of "espresso", "latte" or "mocha"
)said");
}

TEST_CASE("an estimate needs a note, and unknown keys are errors") {
  CHECK(estimate_mistakes("data: prices\ncaption: C\nresults: {}\nrows: 3\n") ==
        R"said(error[missing-key]: this estimate needs the key "inputs"
  --> content/t.md:5:1
   |
 5 | data: prices
   | ^^^^^^^^^^^^
error[missing-key]: this estimate needs the key "note"
  --> content/t.md:5:1
   |
 5 | data: prices
   | ^^^^^^^^^^^^
error[bad-value]: "results" of this estimate is empty
  --> content/t.md:7:10
   |
 7 | results: {}
   |          ^^
   = expected: results: {NAME: {title: …}}
error[unknown-key]: this estimate has no key "rows"
  --> content/t.md:8:1
   |
 8 | rows: 3
   | ^^^^
   = expected: "data", "caption", "columns", "same", "differs", "holds", "note", "empty", "inputs", "results", "sort", "sort_to", "best_of", "requires" or "cases"
)said");
  CHECK(estimate_mistakes(result("price * 2", "EUR", ", format: \"$.2s\"")) ==
        R"said(error[bad-format]: "$.2s" is not a format for an estimate's results
   --> content/t.md:14:60
    |
 14 |   r: {title: R, unit: "EUR", formula: "price * 2", format: "$.2s"}
    |                                                            ^^^^^^
    = expected: ".2f" or ",.2f" with 0 to 12 digits after the decimal point, ",.3r" with 1 to 12 significant digits, or ",d"
)said");
  CHECK(has(estimate_mistakes(
                "data: prices\ncaption: C\nnote: N\ncolumns: [{name: price, total: true}]\n"
                "inputs: {a: {title: A, column: id}}\nresults: {r: {title: R, unit: EUR, formula: price * 2}}\n"),
            "error[bad-total]: the rows of an estimate are options: they have no total"));
}

TEST_CASE("a case whose choices no row has together is an error") {
  CHECK(estimate_mistakes("data: prices\ncaption: C\nnote: N\n"
                          "inputs: {a: {title: A, column: id}, b: {title: B, column: name}}\n"
                          "results: {r: {title: R, unit: EUR, formula: price * 2}}\n"
                          "cases:\n  - {who: Nobody, inputs: {a: latte, b: Mocha}}\n") ==
        R"said(error[estimate-choice]: no row matches this case: Nobody (A: latte; B: Mocha)
   --> content/t.md:11:5
    |
 11 |   - {who: Nobody, inputs: {a: latte, b: Mocha}}
    |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
    = expected: choices that at least one row has together
)said");
}

TEST_CASE("the page depends on the rows and their sources") {
  WholeSite site;
  Passes passes = with_estimate(site, whole(kCost)).passes();
  REQUIRE_MESSAGE(passes.report.diagnostics.empty(), said(passes.report.diagnostics));
  const blocks::Uses& uses = passes.page("t.html").uses;
  for (const char* what : {"prices/espresso", "prices/mocha", "card", "survey"})
    CHECK_MESSAGE(std::any_of(uses.begin(), uses.end(), [&](const blocks::Use& use) { return use.on == what; }), what);
  CHECK(passes.page("t.html").files.contains("tables/round.csv"));
  CHECK(passes.page("t.html").files.contains("tables/round.json"));
}

TEST_CASE("a name is unique among tables, charts and estimates") {
  WholeSite site;
  with_estimate(site, whole(kCost)).write("content/u.md", page("U", "```table round\ndata: prices\ncaption: P\n```\n"));
  CHECK(has(site.mistakes(), "error[duplicate-name]: the name \"round\" is already used"));
}

// An estimate with options (sizes of cups, from the page's own query) and conditions that a row must meet.
constexpr std::string_view kSizes =
    "```sql sizes\n"
    "SELECT p.id AS name, p.beans AS grams, p.ref FROM prices p WHERE p.beans IS NOT NULL ORDER BY p.beans\n"
    "```\n\n";

std::string with_options(std::string_view more, std::string_view cases = "") {
  return "data: prices\ncaption: A round\ncolumns: [name, price]\nnote: Without tips.\n"
         "inputs:\n"
         "  like: {title: As strong as, data: sizes, column: name}\n"
         "  purse: {title: Purse, unit: EUR, min: 1, max: 100, default: 10}\n" +
         std::string(more) + std::string(cases);
}

WholeSite& with_sizes(WholeSite& site, const std::string& yaml, std::string_view text = "") {
  for (const auto& [file, bytes] : with_data({})) site.write(file, bytes);
  return site.write("content/t.md", page("T", std::string(kSizes) + "```estimate round\n" + yaml + "```\n\n" +
                                                  std::string(text) + "\n"));
}

constexpr std::string_view kBags =
    "results:\n"
    "  bags: {title: Bags, unit: 1, formula: ceil(10 * like.grams / 100 g), format: d, shown: false}\n"
    "  cups: {title: Cups, unit: 1, formula: ceil(purse / price), format: d, better: higher}\n"
    "  spent: {title: Spent, unit: EUR, formula: cups * price + bags * 0 EUR}\n";

TEST_CASE("the numbers of the chosen option are operands, with their sources") {
  WholeSite site;
  const std::string text =
      with_sizes(site, with_options("results:\n  dose: {title: Dose, unit: g, formula: like.grams * 2}\n",
                                    "cases: [{who: A, inputs: {like: latte}}, {who: B}]\n"))
          .built()
          .main("t.html");
  CHECK(last_cells(text, true) == "19.00 19.00 19.00 18.00 18.00 18.00");
  const std::string form = between(text, "<form", "</form>");
  CHECK(has(form, "<select id=\"round-like\" name=\"round.like\" data-numbers=\"["));
  CHECK_FALSE(has(between(form, "<select", "</select>"), "any"));
  CHECK(has(text, "<li>Dose = Beans × 2</li>"));
}

TEST_CASE("an error for an unknown number of an option lists the known ones") {
  WholeSite site;
  const std::string mistakes =
      with_sizes(site, with_options("results:\n  dose: {title: Dose, unit: g, formula: like.gram * 2}\n")).mistakes();
  CHECK(has(mistakes, "error[estimate-name]: \"like.gram\" is not a number of an option\n"));
  CHECK(has(mistakes, "= help: did you mean \"like.grams\"?"));
  WholeSite other;
  CHECK(has(with_sizes(other, with_options(kBags, "cases: [{who: A, inputs: {like: mocha}}]\n")).mistakes(),
            "error[estimate-choice]: no row has \"mocha\" in the column \"name\""));
}

TEST_CASE("rows that violate a condition are listed with the reason, and not among the results") {
  WholeSite site;
  const std::string text =
      with_sizes(site,
                 with_options(kBags,
                              "sort: spent\nrequires:\n"
                              "  - {condition: beans, reason: its beans are not known}\n"
                              "  - {condition: price < 4 EUR, reason: \"costs {price}, {cups} cups are {spent}\"}\n"))
          .built()
          .main("t.html");
  CHECK(last_cells(text, true) == "10.00");
  const std::string cases = between(text, "<details class=\"cases\"", "</details>");
  CHECK(has(cases, "<div class=\"out\"><p>Ruled out: As strong as: espresso; Purse: €10</p><ul>"));
  CHECK(has(cases, "<li>Latte: costs €4.00, 3 cups are €12.00</li><li>Mocha: its beans are not known</li></ul>"));
  CHECK(has(text, "<li>Requires Price &lt; €4</li>"));
  // A result that is not shown has no column.
  CHECK_FALSE(has(cases, "Bags"));
}

TEST_CASE("rows that the data are not enough for are not estimated, which is not ruled out") {
  WholeSite site;
  const std::string yaml = with_options(kBags,
                                        "sort: spent\nrequires:\n"
                                        "  - {condition: beans, reason: its beans are not known, gap: true}\n"
                                        "  - {condition: price < 4 EUR, reason: \"costs {price}\"}\n");
  const std::string text = with_sizes(site, yaml).built().main("t.html");
  const std::string cases = between(text, "<details class=\"cases\"", "</details>");
  CHECK(has(cases, "Ruled out: As strong as: espresso; Purse: €10</p><ul><li>Latte: costs €4.00</li></ul>"));
  CHECK(has(cases,
            "Not estimated: As strong as: espresso; Purse: €10</p><ul><li>Mocha: its beans are not known</li></ul>"));
  CHECK(has(text, "its beans are not known&#34;,&#34;gap&#34;:true}"));

  // In a group, a row with a gap may be possible, so the group is not ruled out.
  WholeSite grouped;
  for (const auto& [file, bytes] : with_data({})) grouped.write(file, bytes);
  const std::string of_two = base::replace_all(base::replace_all(yaml, "data: prices\n", "data: sorts\n"),
                                               "sort: spent", "sort: spent\nbest_of: sort");
  grouped.write(
      "content/t.md",
      page("T", std::string(kSizes) +
                    "```sql sorts\nSELECT p.id AS name, p.price, p.beans, CASE p.id WHEN 'espresso' THEN 'a' ELSE 'b' "
                    "END AS sort, p.ref FROM prices p ORDER BY p.id\n```\n\n```estimate round\n" +
                    of_two + "```\n"));
  const std::string one = between(grouped.built().main("t.html"), "<details class=\"cases\"", "</details>");
  CHECK_FALSE(has(one, "Ruled out"));
  CHECK(has(one, "<li>mocha: its beans are not known</li>"));
}

TEST_CASE("a range has no rank in a sentence where it overlaps with another, and is stated below the table") {
  const auto with_most = [](std::string_view factor) {
    return whole(
        "results:\n  cost: {title: Cost, unit: EUR, formula: cups * price}\n  most: {title: Cost at most, unit: EUR, "
        "formula: cost * " +
            std::string(factor) + "}\n",
        "sort_to: most\ncases: [{id: three, who: Three}]\n");
  };
  const auto mistakes = [&](std::string_view factor, std::string_view sentence) {
    WholeSite site;
    return with_estimate(site, with_most(factor)).write("content/u.md", page("U", std::string(sentence))).mistakes();
  };
  // Espresso costs 7.50 to 9.00, latte 12.00 to 14.40, mocha 13.50 to 16.20.
  CHECK(mistakes("1.2", "It is [€7.50](fig:round/three/1/cost).") == "");
  CHECK(has(mistakes("1.2", "It is [€12](fig:round/three/2/cost)."),
            "error[unknown-figure]: rank 2 of the case \"three\" is not certain: the ranges of \"latte\" and \"mocha\" "
            "overlap"));
  CHECK(has(mistakes("1.7", "It is [€7.50](fig:round/three/1/cost)."), "write the row's name: \"espresso\""));
  CHECK(mistakes("1.7", "It is [€7.50](fig:round/three/espresso/cost).") == "");
  const std::string text = estimate_html(with_most("1.7"));
  CHECK(has(
      text,
      "Rows are in the order of “Cost”. Where the ranges up to “Cost at most” overlap, that order is not certain."));
  CHECK(has(text, "&#34;name&#34;:&#34;most&#34;"));
  CHECK(has(text, "&#34;ends&#34;:true"));
}

TEST_CASE("a range ends above its begin") {
  const std::string results =
      "results:\n  cost: {title: Cost, unit: EUR, formula: cups * price}\n  most: {title: Most, unit: EUR, formula: "
      "cost * 0.9}\n";
  CHECK(has(estimate_mistakes(whole(results, "sort_to: most\n")),
            "error[bad-formula]: a range from €7.50 to €6.75 in row 1 of"));
  CHECK(estimate_mistakes(whole(results, "sort: most\nsort_to: cost\n")) == "");
}

TEST_CASE("a range ends with another result in the same unit") {
  CHECK(has(estimate_mistakes(whole(kCost, "sort_to: cost\n")),
            "error[bad-value]: \"cost\" can't end a range that \"cost\" begins"));
  CHECK(
      has(estimate_mistakes(whole(std::string(kCost) + "  cups2: {title: Two, unit: \"1\", formula: cost / (1 EUR)}\n",
                                  "sort_to: cups2\n")),
          "expected: a result in EUR"));
  CHECK(has(estimate_mistakes(whole(kCost, "sort_to: costs\n")), "\"sort_to\""));
}

TEST_CASE("a condition excludes rows before they divide by zero") {
  const std::string yaml = result("price / (beans - 9 g)", "EUR/g");
  CHECK(has(estimate_mistakes(yaml), "this divides by zero"));
  CHECK(estimate_mistakes(yaml + "requires: [{condition: beans > 9 g, reason: too weak}]\n") == "");
}

TEST_CASE("errors in conditions are reported at their positions") {
  auto mistakes = [](std::string_view condition, std::string_view reason) {
    return estimate_mistakes(whole(kCost) + "requires: [{condition: \"" + std::string(condition) + "\", reason: \"" +
                             std::string(reason) + "\"}]\n");
  };
  CHECK(has(mistakes("cost < beans", "no"), "error[bad-formula]: EUR and g do not convert into each other"));
  CHECK(has(mistakes("cost < 5 EUR < 6 EUR", "no"), "error[bad-formula]: unexpected \"<\""));
  CHECK(has(mistakes("costs < 5 EUR", "no"), "error[estimate-name]: there is no input, no result above and no column"));
  CHECK(has(mistakes("cost < 5 EUR", "{costs}"), "error[unknown-placeholder]: there is no value for {costs}"));
  CHECK(has(estimate_mistakes(result("price * ceil(cups * 1 kg) / 1 kg")),
            "error[bad-formula]: ceil(…) can't be applied to a value in kg"));
}

TEST_CASE("only the best row of each value of a column is shown") {
  WholeSite site;
  const std::string yaml = base::replace_all(with_options(kBags, "best_of: tax\n"), "data: prices\n", "data: taxed\n");
  for (const auto& [file, bytes] : with_data({})) site.write(file, bytes);
  site.write(
      "content/t.md",
      page("T", std::string(kSizes) +
                    "```sql taxed\nSELECT p.id AS name, p.price, p.beans, CASE p.id WHEN 'latte' THEN 'a' ELSE 'b' END "
                    "AS tax, p.ref FROM prices p ORDER BY p.id\n```\n\n```estimate round\n" +
                    yaml + "```\n"));
  CHECK(last_cells(site.built().main("t.html"), true) == "10.00 12.00");
}

TEST_CASE("a sentence can state a result of a case by rank or name, and a wrong one is an error") {
  const std::string yaml =
      base::replace_all(with_options(kBags,
                                     "requires: [{condition: price < 4.2 EUR, reason: \"costs {price}\"}]\n"
                                     "cases: [{id: friends, who: Some friends, inputs: {purse: 20}}]\n"),
                        "columns: [name", "sort: spent\ncolumns: [id");
  auto mistakes = [&](std::string_view sentence) {
    WholeSite site;
    with_sizes(site, yaml).write("content/u.md", page("U", std::string(sentence)));
    return site.mistakes();
  };
  CHECK(mistakes("It is [€20](fig:round/friends/1/spent) for [8](fig:round/friends/espresso/cups) cups of "
                 "[espresso](fig:round/friends/1/id).") == "");
  CHECK(has(mistakes("It is [€21](fig:round/friends/1/spent)."), "error[figure-mismatch]"));
  CHECK(has(mistakes("It is [€20](fig:round/friends/mocha/spent)."),
            "error[unknown-figure]: \"mocha\" is ruled out in the case \"friends\": costs €4.50"));
  CHECK(has(mistakes("It is [€20](fig:round/friend/1/spent)."),
            "error[unknown-figure]: the estimate has no case with the id \"friend\""));
  CHECK(has(mistakes("It is [€20](fig:round/friends/1/spend)."),
            "error[unknown-figure]: the estimate has no result and no column \"spend\""));
  CHECK(has(mistakes("It is [€20](fig:round/friends/7/spent)."), "has 2 rows, and none is \"7\""));
}

}  // namespace
