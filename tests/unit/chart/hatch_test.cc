// Tests where bars and areas are hatched: always in print and forced colours, on screens only where nothing else tells
// the series apart; and that thousands of points show their density.
#include <doctest/doctest.h>

#include "unit/chart/chart_case.h"

namespace {

using chart_test::Case;
using nlohmann::json;

// Bars of two series; `encoding` is the place of each series, if it has one.
json bars_of_two(const json& encoding, const json& layers = nullptr) {
  json spec = {{"data", "rows"},
               {"title", "Bars"},
               {"encoding",
                {{"y", {{"field", "kg"}, {"type", "quantitative"}}},
                 {"x", {{"field", "town"}}},
                 {"color", {{"field", "origin"}}}}}};
  spec["encoding"].update(encoding);
  if (layers.is_null())
    spec["mark"] = "bar";
  else
    spec["layer"] = layers;
  return {{"spec", spec},
          {"fields", json::parse(R"([{"name": "town"}, {"name": "origin"}, {"name": "kg", "type": "number"}])")},
          {"rows", json::parse(R"([["Oslo", "Kenya", 3], ["Oslo", "Peru", 4], ["Rome", "Kenya", 8]])")}};
}

// Returns the hatches of the bars of Kenya and Peru: "none", "print" or "always".
std::string hatches(const json& spec, const chart::DrawOptions& options = {}) {
  Case made(spec);
  auto plot = made.plot(options);
  REQUIRE_MESSAGE(plot, made.messages());
  std::string text;
  for (size_t i = 0; i < 2; ++i) {
    const chart::Hatch& hatch = plot->panels.front().shapes[i].hatch;
    text += std::string(i ? " " : "") + (hatch.pattern.empty() ? "none" : hatch.quiet ? "print" : "always");
  }
  return text;
}

chart::DrawOptions with_lightness(double one, double two, double dark_two) {
  chart::DrawOptions options;
  options.lightness = std::vector<std::array<double, 2>>(8, {50, 50});
  options.lightness[0] = {one, 30};
  options.lightness[1] = {two, dark_two};
  return options;
}

}  // namespace

TEST_CASE("a stack whose colours are equally light is hatched on screens") {
  CHECK(hatches(bars_of_two(json::object())) == "none always");
  CHECK(hatches(bars_of_two(json::object()), with_lightness(40, 50, 60)) == "none always");
  CHECK(hatches(bars_of_two(json::object()), with_lightness(40, 70, 40)) == "none always");
}

TEST_CASE("bars that differ in lightness in both schemes, in their place or in texts are hatched in print only") {
  CHECK(hatches(bars_of_two(json::object()), with_lightness(40, 70, 60)) == "none print");
  CHECK(hatches(bars_of_two({{"xOffset", {{"field", "origin"}}}})) == "none print");
  CHECK(hatches(bars_of_two({{"x", {{"field", "origin"}}}})) == "none print");
  const json text = json::parse(R"([{"mark": "bar"}, {"mark": "text", "encoding": {"text": {"field": "origin"}}}])");
  CHECK(hatches(bars_of_two(json::object(), text)) == "none print");
}

TEST_CASE("a colour that a site always hatches is hatched everywhere, also the first one") {
  chart::DrawOptions options = with_lightness(40, 70, 60);
  options.hatched = {"Kenya"};
  CHECK(hatches(bars_of_two(json::object()), options) == "always print");
  Case made(bars_of_two(json::object()));
  const std::string svg = made.draw(options)->svg.str();
  CHECK(svg.find("fill=\"url(#chart-pattern-1)\"") != std::string::npos);
  CHECK(svg.find("<pattern id=\"chart-pattern-1\"") != std::string::npos);
  CHECK(svg.find("class=\"pattern quiet\"") != std::string::npos);
}

TEST_CASE("thousands of points are translucent, which the chart says, unless it states an opacity; more are refused") {
  const auto points = [](int count, const json& mark) {
    json rows = json::array();
    for (int i = 0; i < count; ++i) rows.push_back({i, i % 97});
    return Case({{"spec",
                  {{"data", "rows"},
                   {"title", "Points"},
                   {"mark", mark},
                   {"encoding", {{"x", {{"field", "a"}}}, {"y", {{"field", "b"}}}}}}},
                 {"fields", json::parse(R"([{"name": "a", "type": "number"}, {"name": "b", "type": "number"}])")},
                 {"rows", rows}});
  };
  const auto is_crowded = [&](int count, const json& mark) {
    Case made = points(count, mark);
    auto plot = made.plot();
    REQUIRE_MESSAGE(plot, made.messages());
    const bool is_said = !plot->notes.empty();
    if (is_said) CHECK(plot->notes.front().text.starts_with(std::to_string(count) + " points are translucent"));
    CHECK(plot->panels.front().shapes.front().classes.ends_with(" crowded") == is_said);
    return is_said;
  };
  CHECK_FALSE(is_crowded(2000, "point"));
  CHECK(is_crowded(2001, "point"));
  CHECK_FALSE(is_crowded(2001, json::parse(R"({"type": "point", "opacity": 0.9})")));
  Case many = points(10'001, "point"), line = points(10'001, "line");
  CHECK_FALSE(many.plot());
  CHECK(many.messages().find("error[chart-marks]: this draws 10001 marks") != std::string::npos);
  CHECK_MESSAGE(line.plot(), line.messages());
}
