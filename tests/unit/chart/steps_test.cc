// Tests sizes by the distance of categories; oracle_test compares them with Vega-Lite.
#include <doctest/doctest.h>

#include "unit/chart/chart_case.h"

namespace {

using chart_test::Case;
using nlohmann::json;

json chart_in_steps(json encoding) {
  return {{"spec",
           {{"data", "rows"},
            {"title", "Steps"},
            {"mark", "bar"},
            {"width", {{"step", 30}}},
            {"encoding", std::move(encoding)}}},
          {"fields", json::parse(R"([{"name": "k"}, {"name": "v", "type": "number"}])")},
          {"rows", json::parse(R"([["A", 1], ["B", 2], ["C", 3]])")}};
}

TEST_CASE("a width in steps grows with the number of categories") {
  Case made(chart_in_steps(json::parse(R"({"x": {"field": "k"}, "y": {"field": "v"}})")));
  auto plot = made.plot();
  REQUIRE_MESSAGE(plot, made.messages());
  CHECK(plot->panels.front().width == doctest::Approx(90));
  CHECK(plot->panels.front().scales.at(chart::Channel::x).step() == doctest::Approx(30));
}

TEST_CASE("steps without categories, or with several bars in each, are errors") {
  Case numbers(chart_in_steps(json::parse(R"({"x": {"field": "v"}, "y": {"field": "k"}})")));
  CHECK_FALSE(numbers.plot());
  CHECK(numbers.messages().find("a step is the distance of the categories of x, but it has none") != std::string::npos);
  Case divided(chart_in_steps(json::parse(R"({"x": {"field": "k"}, "xOffset": {"field": "k"}, "y": {"field": "v"}})")));
  CHECK_FALSE(divided.plot());
  CHECK(divided.messages().find("each of them is divided") != std::string::npos);
}

}  // namespace
