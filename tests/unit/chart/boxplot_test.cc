// Tests what readers see of a box plot; oracle_test compares its positions with Vega-Lite.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "unit/chart/chart_case.h"

namespace {

using chart_test::Case;
using nlohmann::json;

json box_chart(const json& mark, const json& encoding) {
  return {{"spec", {{"data", "rows"}, {"title", "Waits"}, {"mark", mark}, {"encoding", encoding}}},
          {"fields", json::parse(R"([{"name": "queue"}, {"name": "minutes", "type": "number"}])")},
          {"rows", json::parse(R"([["A", 1], ["A", 2], ["A", 3], ["A", 4], ["A", 30], ["B", 7]])")}};
}

const json kQueues = json::parse(R"({"x": {"field": "queue"}, "y": {"field": "minutes"}})");

std::string box_svg(Case& made) {
  chart::DrawOptions options = chart_test::in_english();
  options.words = [](std::string_view key, size_t count) { return fmt::format("{} {}", key, count); };
  auto drawing = made.draw(options);
  REQUIRE_MESSAGE(drawing, made.messages());
  return drawing->svg.str();
}

TEST_CASE("a box says its median, its quartiles and how many values it has; values far away are points") {
  Case made(box_chart("boxplot", kQueues));
  const std::string svg = box_svg(made);
  CHECK(svg.find("A\nchart_median 5: 3\nchart_quartiles 5: 2, 4\nchart_count 5") != std::string::npos);
  CHECK(svg.find("B\nchart_median 1: 7\nchart_quartiles 1: 7, 7\nchart_count 1") != std::string::npos);
  CHECK(svg.find("queue: A\nminutes: 30") != std::string::npos);
  Case to_the_ends(box_chart({{"type", "boxplot"}, {"extent", "min-max"}}, kQueues));
  CHECK(box_svg(to_the_ends).find("minutes: 30") == std::string::npos);
}

TEST_CASE("a box of one value, or of equal ones, is a visible stroke that its median does not cover") {
  Case made(box_chart("boxplot", kQueues));
  const auto plot = made.plot();
  REQUIRE_MESSAGE(plot, made.messages());
  std::vector<chart::Shape> boxes, medians;
  for (const chart::Shape& shape : plot->panels.front().shapes) {
    if (shape.kind == chart::Shape::Kind::rect) boxes.push_back(shape);
    if (shape.classes == "mark-median") medians.push_back(shape);
  }
  REQUIRE(boxes.size() == 2);
  CHECK(boxes[1].height == 2);
  REQUIRE(medians.size() == 1);
  CHECK(medians[0].x == boxes[0].x);
}

TEST_CASE("a box plot of names, and an error band with one end, are errors") {
  Case names(box_chart("boxplot", json::parse(R"({"x": {"field": "queue"}, "y": {"field": "queue"}})")));
  CHECK_FALSE(names.plot());
  CHECK(names.messages().find("a boxplot needs amounts on x or y") != std::string::npos);
  Case band(box_chart("errorband", kQueues));
  CHECK(band.messages().find("an errorband needs both ends of its interval") != std::string::npos);
  Case far(box_chart({{"type", "boxplot"}, {"extent", "max"}}, kQueues));
  CHECK(far.messages().find("wrong-type") != std::string::npos);
}

}  // namespace
