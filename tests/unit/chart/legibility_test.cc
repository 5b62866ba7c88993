// Tests that planted faults are found: texts that readers can't read.
#include <doctest/doctest.h>

#include "unit/chart/chart_case.h"

namespace {

using chart_test::Case;
using nlohmann::json;

std::string text_warnings(const json& text_layer, double width = 720) {
  Case made({{"spec",
              {{"data", "rows"},
               {"title", "Bars"},
               {"encoding", {{"x", {{"field", "v"}}}, {"y", {{"field", "k"}}}}},
               {"layer", {{{"mark", "bar"}}, text_layer}}}},
             {"fields", json::parse(R"([{"name": "k"}, {"name": "v", "type": "number"}])")},
             {"rows", json::parse(R"([["A", 0.4], ["B", 1]])")}});
  chart::DrawOptions options = chart_test::in_english();
  options.width = width;
  CHECK_MESSAGE(made.plot(options), made.messages());
  return made.messages();
}

bool text_has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

json with_text(json mark) {
  mark["type"] = "text";
  return {{"mark", mark}};
}

const json kGoodText = {{"text", "good"}, {"align", "right"}, {"dx", -5}};

TEST_CASE("a chart whose texts can be read has no warning") {
  CHECK(text_warnings(with_text(kGoodText)) == "");
  CHECK(text_warnings(with_text(kGoodText), 320) == "");
}

TEST_CASE("the value of a negative bar that ends at the axis is on the bar, not over its name") {
  json chart = {
      {"spec",
       {{"data", "rows"},
        {"title", "Changes"},
        {"encoding", {{"x", {{"field", "v"}}}, {"y", {{"field", "k"}}}}},
        {"layer",
         {{{"mark", "bar"}},
          {{"mark", {{"type", "text"}, {"align", "left"}, {"dx", 4}}}, {"encoding", {{"text", {{"field", "v"}}}}}}}}}},
      {"fields", json::parse(R"([{"name": "k"}, {"name": "v", "type": "number"}])")},
      {"rows", json::parse(R"([["North", -12], ["South", 9], ["West", -3]])")}};
  Case made(chart);
  const auto plot = made.plot();
  REQUIRE_MESSAGE(plot, made.messages());
  CHECK(made.messages() == "");
  for (const chart::Shape& shape : plot->panels.front().shapes) {
    if (shape.kind != chart::Shape::Kind::text) continue;
    CHECK(chart::ends_of(shape).first >= 0);
    CHECK((shape.anchor == "end") == (shape.text == "−3"));
    CHECK(text_has(shape.classes, "on-dark") == (shape.text == "−12"));
  }
}

TEST_CASE("texts that are cut, too small or over others are found") {
  json far = kGoodText;
  far["dy"] = -300;
  CHECK(text_has(text_warnings(with_text(far)),
                 "warning[chart-illegible]: the text \"good\" of this chart is cut at the edge"));
  json small = kGoodText;
  small["fontSize"] = 6;
  CHECK(text_has(text_warnings(with_text(small), 320),
                 "the text \"good\" of this chart is less than 9 px high, on phones"));
  CHECK(text_warnings(with_text(small)) == "");
  json over = with_text({{"text", "over the names"}});
  over["encoding"]["x"]["datum"] = 0;
  CHECK(text_has(text_warnings(over), "of this chart are over each other"));
}

TEST_CASE("a note over bars is found, and annotations are recommended") {
  json chart = {
      {"spec",
       json::parse(
           R"({"data": "rows", "title": "T", "layer": [{"mark": "bar", "encoding": {"x": {"field": "v"}, "y": {"field": "k"}}},
             {"mark": {"type": "text", "align": "left"}, "encoding": {"x": {"datum": 1, "type": "quantitative"},
               "y": {"datum": "South", "type": "nominal"}, "text": {"value": "less, because it was closed"}}}]})")},
      {"fields", json::parse(R"([{"name": "k"}, {"name": "v", "type": "number"}])")},
      {"rows", json::parse(R"([["North", 12], ["South", 9]])")}};
  Case over(chart);
  CHECK(over.plot());
  CHECK(text_has(over.messages(), "the text \"less, because it was closed\" of this chart is over a bar"));
  CHECK(text_has(over.messages(), "annotations"));
  chart["rows"][1][1] = 1;  // now it is beside the bar
  Case beside(chart);
  CHECK(beside.plot());
  CHECK(beside.messages() == "");
}

std::string axis_warnings(const json& encoding, const char* fields, const char* rows) {
  Case made({{"spec", {{"data", "rows"}, {"title", "T"}, {"mark", "bar"}, {"encoding", encoding}}},
             {"fields", json::parse(fields)},
             {"rows", json::parse(rows)}});
  CHECK_MESSAGE(made.plot(), made.messages());
  return made.messages();
}

TEST_CASE("labels that an axis repeats, and months out of order, are found") {
  const char* dates = R"([{"name": "d", "type": "date"}, {"name": "v", "type": "number"}])";
  const char* days = R"([["2023-01-01", 1], ["2024-01-01", 2], ["2025-12-01", 3]])";
  const auto over_time = [&](const json& axis) {
    return axis_warnings({{"x", {{"field", "d"}, {"type", "temporal"}, {"axis", axis}}}, {"y", {{"field", "v"}}}},
                         dates, days);
  };
  CHECK(text_has(over_time({{"format", "%b"}}), "at several ticks"));
  CHECK(over_time({{"format", "%b %Y"}}) == "");
  CHECK(over_time(json::object()) == "");

  const char* months = R"([{"name": "m"}, {"name": "v", "type": "number"}])";
  const char* rows = R"([["Jan", 1], ["Feb", 2], ["Mar", 3], ["Apr", 4], ["May", 5], ["Jun", 6]])";
  const auto by_month = [&](const json& sort) {
    return axis_warnings({{"x", {{"field", "m"}, {"sort", sort}}}, {"y", {{"field", "v"}}}}, months, rows);
  };
  CHECK(text_has(by_month("ascending"), "where the calendar does not"));
  CHECK(by_month(nullptr) == "");
  CHECK(by_month({"Jun", "May", "Apr", "Mar", "Feb", "Jan"}) == "");
}

}  // namespace
