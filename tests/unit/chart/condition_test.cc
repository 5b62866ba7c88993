// Tests the fixed colours of marks, and conditions on the values of a column.
#include <doctest/doctest.h>

#include "unit/chart/chart_case.h"

namespace {

using chart_test::Case;
using nlohmann::json;

json coloured_changes(const json& mark, const json& color) {
  return {{"spec",
           {{"data", "rows"},
            {"title", "Changes"},
            {"mark", mark},
            {"encoding", {{"x", {{"field", "change"}}}, {"y", {{"field", "k"}}}, {"color", color}}}}},
          {"fields", json::parse(R"([{"name": "k"}, {"name": "change", "type": "number"},
                                     {"name": "until", "type": "date"}])")},
          {"rows", json::parse(R"([["A", -3, "2026-01-01"], ["B", 0, "2026-02-01"], ["C", 7, "2026-03-01"],
                                   ["D", 9, null]])")}};
}

// Returns the colours of the marks in the order of the rows.
std::string colours_of_rows(const json& color) {
  Case made(coloured_changes("bar", color));
  const auto plot = made.plot();
  REQUIRE_MESSAGE(plot, made.messages());
  std::map<size_t, std::string> by_row;
  for (const chart::Shape& shape : plot->panels.front().shapes)
    if (shape.row) by_row[*shape.row] = shape.classes.substr(shape.classes.find(' ') + 1);
  std::string all;
  for (const auto& [row, colour] : by_row) all += (all.empty() ? "" : " ") + colour;
  return all;
}

json coloured_when(const json& test, const char* colour = "bad") {
  return {{"condition", {{"test", test}, {"value", colour}}}, {"value", "muted"}};
}

std::string colour_messages(const json& mark, const json& color) {
  Case made(coloured_changes(mark, color));
  (void)made.plot();
  return made.messages();
}

TEST_CASE("a fixed colour is one of the theme's, and needs no legend") {
  CHECK(colours_of_rows({{"value", "accent"}}) == "mark-accent mark-accent mark-accent mark-accent");
  CHECK(colours_of_rows({{"value", "muted"}}) == "neutral neutral neutral neutral");
  CHECK(colour_messages("bar", {{"value", "red"}}).find("\"accent\", \"muted\", \"good\" or \"bad\"") !=
        std::string::npos);
  Case made(coloured_changes("bar", {{"value", "good"}}));
  CHECK(made.plot()->legend.empty());
}

TEST_CASE("a condition compares numbers, texts and dates; a missing value fails it") {
  CHECK(colours_of_rows(coloured_when({{"field", "change"}, {"lt", 0}})) == "div-7 neutral neutral neutral");
  CHECK(colours_of_rows(coloured_when({{"field", "change"}, {"lte", 0}}, "good")) == "div-1 div-1 neutral neutral");
  CHECK(colours_of_rows(coloured_when({{"field", "change"}, {"gt", 0}, {"lt", 9}})) == "neutral neutral div-7 neutral");
  CHECK(colours_of_rows(coloured_when({{"field", "change"}, {"gte", 7}})) == "neutral neutral div-7 div-7");
  CHECK(colours_of_rows(coloured_when({{"field", "k"}, {"oneOf", {"A", "C"}}})) == "div-7 neutral div-7 neutral");
  CHECK(colours_of_rows(coloured_when({{"field", "k"}, {"equal", "B"}})) == "neutral div-7 neutral neutral");
  CHECK(colours_of_rows(coloured_when({{"field", "until"}, {"gte", "2026-02-01"}})) == "neutral div-7 div-7 neutral");
}

TEST_CASE("conditions that could not be seen are errors") {
  CHECK(colour_messages("bar", coloured_when({{"field", "chang"}, {"lt", 0}})).find("no field \"chang\"") !=
        std::string::npos);
  CHECK(colour_messages("bar", coloured_when({{"field", "change"}})).find("compares with nothing") !=
        std::string::npos);
  CHECK(colour_messages("bar", coloured_when({{"field", "change"}, {"lt", 0}}, "red")).find("\"accent\"") !=
        std::string::npos);
  CHECK(colour_messages("line", coloured_when({{"field", "change"}, {"lt", 0}})).find("a line has one colour") !=
        std::string::npos);
  CHECK(colour_messages("bar", coloured_when({{"field", "change"}, {"lt", "5 %"}})).find("compared with \"5 %\"") !=
        std::string::npos);
  CHECK(colour_messages("bar", coloured_when({{"field", "until"}, {"lt", "January 2026"}})).find("has dates") !=
        std::string::npos);
  CHECK(colour_messages("bar", coloured_when({{"field", "k"}, {"oneOf", {"A", "E"}}})).find("has no value \"E\"") !=
        std::string::npos);
  const json no_other = {{"condition", {{"test", {{"field", "change"}, {"lt", 0}}}, {"value", "bad"}}}};
  CHECK(colour_messages("bar", no_other).find("needs the colour of all other rows") != std::string::npos);
}

}  // namespace
