// Tests details of marks that readers rely on: corners of stacks, edges of areas, texts beside negative bars, values of
// every mark, the order of names with numbers, and the stated number of panels in a row.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <set>

#include "unit/chart/chart_case.h"

namespace {

using chart::Shape;
using nlohmann::json;

const char* const kTowns = R"([{"name": "town"}, {"name": "part"}, {"name": "day", "type": "date"},
  {"name": "low", "type": "number"}, {"name": "high", "type": "number"}])";

std::vector<chart::Panel> panels_of(const std::string& picture, const json& rows) {
  const json chart = {{"spec", json::parse(R"({"data": "rows", "title": "Towns", )" + picture + "}")},
                      {"fields", json::parse(kTowns)},
                      {"rows", rows}};
  chart_test::Case made(chart);
  auto plot = made.plot();
  REQUIRE_MESSAGE(plot, made.messages());
  return plot->panels;
}

std::vector<Shape> marks_of(const std::string& picture, const json& rows, std::string_view classes) {
  std::vector<Shape> found;
  const std::vector<chart::Panel> panels = panels_of(picture, rows);
  for (const Shape& shape : panels.front().shapes)
    if (shape.classes.find(classes) != std::string::npos) found.push_back(shape);
  return found;
}

}  // namespace

TEST_CASE("only the outer corners of a stack are rounded") {
  const json rows = json::parse(R"([["Oslo", "a", null, 1, 0], ["Oslo", "b", null, 2, 0], ["Oslo", "c", null, 3, 0],
                                    ["Rome", "a", null, 4, 0], ["Bern", "a", null, -1, 0], ["Bern", "b", null, 2, 0]])");
  using Sides = std::array<bool, 4>;  // left, top, right, bottom
  for (const bool upright : {false, true}) {
    CAPTURE(upright);
    const std::vector<Shape> bars =
        marks_of(fmt::format(R"("mark": {{"type": "bar", "cornerRadius": 8}}, "encoding": {{"{}": {{"field": "town"}},
                                "{}": {{"field": "low"}}, "color": {{"field": "part"}}}})",
                             upright ? "x" : "y", upright ? "y" : "x"),
                 rows, "mark-bar");
    REQUIRE(bars.size() == 6);
    CHECK(bars[1].radius == 0);
    CHECK(bars[0].rounded == (upright ? Sides{true, true, true, false} : Sides{true, true, false, true}));
    CHECK(bars[2].rounded == (upright ? Sides{true, false, true, true} : Sides{false, true, true, true}));
    CHECK((bars[3].radius == 8 && !bars[3].rounded));
    // A stack with parts on both sides of zero ends where the outermost parts do.
    CHECK(bars[4].rounded == (upright ? Sides{true, false, true, true} : Sides{true, true, false, true}));
    CHECK(bars[5].rounded == (upright ? Sides{true, true, true, false} : Sides{false, true, true, true}));
  }
  const std::string svg = [&] {
    markup::Writer out;
    Shape shape;
    shape.x = 10;
    shape.y = 20;
    shape.width = 50;
    shape.height = 30;
    shape.radius = 5;
    shape.rounded = {true, true, false, true};
    write_shape(out, shape);
    return out.take().str();
  }();
  CHECK(svg.find(R"(d="M15,20H60V50H15a5,5 0 0 1 -5,-5V25a5,5 0 0 1 5,-5Z")") != std::string::npos);
}

TEST_CASE("areas that are not stacked have edges, because their fill is pale") {
  const json rows = json::parse(R"([["Oslo", "a", "2024-01-01", 1, 3], ["Oslo", "a", "2024-02-01", 2, 5]])");
  const std::string area =
      R"("mark": "area", "encoding": {"x": {"field": "day"}, "y": {"field": "low", "stack": null})";
  CHECK(marks_of(area + "}", rows, "mark-line series-1 edge").size() == 1);
  const std::string band = R"("encoding": {"x": {"field": "day"}, "y": {"field": "low"}, "y2": {"field": "high"}})";
  const auto edges = marks_of(R"("mark": "area", )" + band, rows, "mark-line series-1 edge");
  REQUIRE(edges.size() == 2);
  CHECK(edges[0].path[0][0].second > edges[1].path[0][0].second);  // the lower value is further down
  // `line` draws a thicker line instead.
  CHECK(marks_of(R"("mark": {"type": "area", "line": true}, )" + band, rows, "edge").size() == 1);
  CHECK(
      marks_of(R"("mark": "area", "encoding": {"x": {"field": "day"}, "y": {"field": "low"}})", rows, "edge").empty());
}

TEST_CASE("bars and stacked areas of low opacity have edges that readers can see") {
  const json rows = json::parse(R"([["Oslo", "a", "2024-01-01", 1, 3], ["Oslo", "a", "2024-02-01", 2, 5]])");
  const std::string encoding = R"("encoding": {"x": {"field": "day"}, "y": {"field": "low"}})";
  const auto edges = marks_of(R"("mark": {"type": "area", "opacity": 0.1}, )" + encoding, rows, " edge");
  REQUIRE(edges.size() == 1);
  CHECK(edges[0].opacity == 1);
  const auto bars = marks_of(R"("mark": {"type": "bar", "opacity": 0.1}, )" + encoding, rows, "mark-bar");
  REQUIRE(bars.size() == 2);
  markup::Writer out;
  write_shape(out, bars[0]);
  const std::string svg = out.take().str();
  CHECK(svg.find("edged\"") != std::string::npos);
  CHECK(svg.find(" fill-opacity=\"0.1\"") != std::string::npos);
  CHECK(svg.find(" opacity=") == std::string::npos);
  CHECK(marks_of(R"("mark": "bar", )" + encoding, rows, "edged").empty());
}

TEST_CASE("bars across their only amount are at its places, and are not stacked") {
  const json rows = json::parse(R"([["Oslo", "a", null, 1, 0], ["Rome", "a", null, 2, 0], ["Bern", "a", null, 3, 0]])");
  const auto panels =
      panels_of(R"("mark": {"type": "bar", "orient": "horizontal"}, "encoding": {"y": {"field": "low"}})", rows);
  CHECK(panels.front().scales.at(chart::Channel::y).to < 4);
}

TEST_CASE("a text beside a bar is at its outer end on both sides of zero") {
  const json rows =
      json::parse(R"([["Oslo", "a", null, 4, 0], ["Rome", "a", null, -4, 0], ["Bern", "a", null, -9, 0]])");
  const auto texts = marks_of(R"("encoding": {"x": {"field": "low"}, "y": {"field": "town"}}, "layer": [{"mark": "bar"},
      {"mark": {"type": "text", "align": "left", "dx": 4}, "encoding": {"text": {"field": "low"}}}])",
                              rows, "mark-text");
  REQUIRE(texts.size() == 3);
  CHECK(texts[0].anchor == "start");
  CHECK(texts[0].x == doctest::Approx(texts[0].of_x + 4));
  CHECK(texts[1].anchor == "end");
  CHECK(texts[1].x == doctest::Approx(texts[1].of_x - 4));
  const auto above = marks_of(R"("encoding": {"y": {"field": "low"}, "x": {"field": "town"}}, "layer": [{"mark": "bar"},
      {"mark": {"type": "text", "baseline": "bottom", "dy": -4}, "encoding": {"text": {"field": "low"}}}])",
                              rows, "mark-text");
  REQUIRE(above.size() == 3);
  CHECK(above[0].y < above[0].of_y);
  CHECK(above[1].y > above[1].of_y + 4);
  // Without a place of their own, they are not half on the bar.
  const std::string plain =
      R"("layer": [{"mark": "bar"}, {"mark": "text", "encoding": {"text": {"field": "low"}}}], "encoding": )";
  const auto beside = marks_of(plain + R"({"x": {"field": "low"}, "y": {"field": "town"}})", rows, "mark-text");
  REQUIRE(beside.size() == 3);
  CHECK((beside[0].anchor == "start" && beside[0].x > beside[0].of_x));
  CHECK((beside[1].anchor == "end" && beside[1].x < beside[1].of_x));
  const auto outside = marks_of(plain + R"({"y": {"field": "low"}, "x": {"field": "town"}})", rows, "mark-text");
  REQUIRE(outside.size() == 3);
  CHECK(outside[0].y < outside[0].of_y - 4);
  CHECK(outside[1].y > outside[1].of_y + 4);
  // Texts beside other marks stay where their author puts them.
  const auto points = marks_of(R"("encoding": {"x": {"field": "low"}, "y": {"field": "town"}}, "layer": [
      {"mark": "rule"}, {"mark": {"type": "text", "align": "left", "dx": 4}, "encoding": {"text": {"field": "low"}}}])",
                               rows, "mark-text");
  CHECK(points[1].anchor == "start");
  // On a dark bar, texts are light.
  const auto inside =
      marks_of(R"("encoding": {"x": {"field": "low"}, "y": {"field": "town"}}, "layer": [{"mark": "bar"},
      {"mark": {"type": "text", "align": "right", "dx": -4}, "encoding": {"text": {"field": "low"}}}])",
               rows, "on-dark");
  CHECK(inside.size() == 3);
}

TEST_CASE("every mark has its values, however many there are") {
  json rows;
  for (int i = 0; i < 1500; ++i) rows.push_back({"Oslo", "a", nullptr, i, 2 * i});
  const auto points =
      marks_of(R"("mark": "point", "encoding": {"x": {"field": "low"}, "y": {"field": "high"}})", rows, "mark-point");
  REQUIRE(points.size() == 1500);
  CHECK(points[1499].title == "low: 1,499\nhigh: 2,998");
}

TEST_CASE("`circle` and `square` are points, with the keys of points") {
  const json rows = json::parse(R"([["Oslo", "a", null, 4, 0], ["Rome", "b", null, 5, 0]])");
  const std::string encoding = R"("encoding": {"x": {"field": "low"}, "y": {"field": "town"}})";
  for (const Shape& shape : marks_of(R"("mark": "circle", )" + encoding, rows, "mark-point")) CHECK(shape.symbol == 0);
  const auto squares = marks_of(R"("mark": {"type": "square", "size": 90}, )" + encoding, rows, "mark-point");
  REQUIRE(squares.size() == 2);
  CHECK(squares[0].symbol == 1);
  CHECK(squares[0].radius > 5);
  // Series keep the symbols by which readers distinguish them.
  const auto series = marks_of(
      R"("mark": "square", "encoding": {"x": {"field": "low"}, "y": {"field": "town"}, "color": {"field": "part"},
         "shape": {"field": "part"}})",
      rows, "mark-point");
  CHECK(series[0].symbol != series[1].symbol);
}

TEST_CASE("names with numbers are in their natural order") {
  const json rows = json::parse(
      R"([["L10", "a", null, 1, 0], ["L2", "a", null, 1, 0], ["L1", "a", null, 1, 0], ["K3", "a", null, 1, 0]])");
  std::vector<std::string> names;
  for (const chart::Panel& panel :
       panels_of(R"("facet": {"field": "town"}, "spec": {"mark": "point", "encoding": {"x": {"field": "low"}}})", rows))
    names.push_back(panel.column);
  CHECK(names == std::vector<std::string>{"K3", "L1", "L2", "L10"});
}

TEST_CASE("`columns` is the number of panels in a row, also if they become narrow") {
  json rows;
  for (int i = 0; i < 10; ++i) rows.push_back({fmt::format("L{}", i), "a", nullptr, i, 0});
  for (const size_t columns : {2, 5, 7}) {
    std::set<size_t> places;
    for (const chart::Panel& panel :
         panels_of(fmt::format(R"("facet": {{"field": "town"}}, "columns": {}, "spec": {{"mark": "point",
                                  "encoding": {{"x": {{"field": "low"}}}}}})",
                               columns),
                   rows)) {
      places.insert(panel.place);
      CHECK(panel.left + panel.width <= 720);
    }
    CHECK(places.size() == columns);
  }
}

TEST_CASE("the smallest bars, ranges and points are large enough to be seen, but nothing shows a bar of 0") {
  const json rows = json::parse(R"([["Oslo", "a", null, 1000000, 1000000], ["Rome", "a", null, 3, 9],
                                    ["Bern", "a", null, -3, -9], ["Kyiv", "a", null, 0, 0]])");
  const auto bars =
      marks_of(R"("mark": "bar", "encoding": {"x": {"field": "low"}, "y": {"field": "town"}})", rows, "mark-bar");
  REQUIRE(bars.size() == 4);
  CHECK(bars[1].width == 1.5);
  CHECK(bars[1].x == doctest::Approx(bars[3].x).epsilon(0.01));
  CHECK(bars[2].width == 1.5);
  CHECK(bars[2].x == doctest::Approx(bars[3].x - 1.5).epsilon(0.01));
  CHECK(bars[3].width == 0);
  for (const char* mark : {"bar", "rule"}) {
    const auto ranges = marks_of(fmt::format(R"("mark": "{}", "encoding": {{"x": {{"field": "low"}},
        "x2": {{"field": "high"}}, "y": {{"field": "town"}}}})",
                                             mark),
                                 rows, fmt::format("mark-{}", mark));
    REQUIRE(ranges.size() == 4);
    for (const Shape& range : ranges) CHECK(range.width == 1.5);
    CHECK(ranges[3].x == doctest::Approx(bars[3].x - 0.75).epsilon(0.01));
  }
  const auto points = marks_of(R"("mark": "point", "encoding": {"x": {"field": "low"}, "y": {"field": "town"},
      "size": {"field": "high"}})",
                               json::array({rows[0], rows[1]}), "mark-point");
  REQUIRE(points.size() == 2);
  CHECK(points[0].radius > 5);
  CHECK(points[1].radius == 2);
}

TEST_CASE("a text on a mark has the colour that contrasts more with it in each scheme") {
  json rows;
  for (int i = 0; i < 9; ++i) rows.push_back({"Oslo", std::string(1, static_cast<char>('a' + i)), nullptr, i, i});
  const auto texts = marks_of(R"("encoding": {"x": {"field": "part"}, "y": {"field": "town"}}, "layer": [
      {"mark": "rect", "encoding": {"color": {"field": "low"}}},
      {"mark": "text", "encoding": {"text": {"field": "low"}}}])",
                              rows, "on-cell");
  REQUIRE(texts.size() == 9);
  CHECK(texts[3].classes == "mark-text on-cell");
  CHECK(texts[4].classes == "mark-text on-cell coloured on-light");
  CHECK(texts[5].classes == "mark-text on-cell coloured on-far");
}

TEST_CASE("a legend shows colours without symbols if these mean something else, and symbols without colour") {
  const json rows = json::parse(R"([["Oslo", "a", null, 1, 2], ["Rome", "b", null, 2, 3], ["Bern", "a", null, 3, 4]])");
  const auto swatches_of = [&](const char* shape) {
    json chart = {{"spec",
                   {{"data", "rows"},
                    {"title", "Towns"},
                    {"mark", "point"},
                    {"encoding",
                     {{"x", {{"field", "low"}}},
                      {"y", {{"field", "high"}}},
                      {"color", {{"field", "part"}}},
                      {"shape", {{"field", shape}}}}}}},
                  {"fields", json::parse(kTowns)},
                  {"rows", rows}};
    chart_test::Case made(chart);
    const auto plot = made.plot();
    REQUIRE_MESSAGE(plot, made.messages());
    std::vector<std::string> classes;
    for (const chart::LegendEntry& entry : plot->legend.entries)
      if (entry.shapes.size() == 2) classes.push_back(entry.shapes.front().classes);
    return classes;
  };
  using Classes = std::vector<std::string>;
  CHECK(swatches_of("part") == Classes{"mark-point series-1", "mark-point series-2"});
  CHECK(swatches_of("town") == Classes{"mark-bar series-1", "mark-bar series-2", "mark-point neutral",
                                       "mark-point neutral", "mark-point neutral"});
}

TEST_CASE("the swatch of a pale area has an edge, as the area has") {
  const json rows = json::parse(R"([["Oslo", "a", "2026-01-01", 1, 2], ["Oslo", "b", "2026-01-01", 2, 3],
                                    ["Oslo", "a", "2026-01-02", 3, 4], ["Oslo", "b", "2026-01-02", 3, 4]])");
  const json chart = {{"spec", json::parse(R"({"data": "rows", "title": "Towns", "mark": "errorband", "encoding": {
                          "x": {"field": "day"}, "y": {"field": "low"}, "y2": {"field": "high"},
                          "color": {"field": "part"}}})")},
                      {"fields", json::parse(kTowns)},
                      {"rows", rows}};
  chart_test::Case made(chart);
  const auto plot = made.plot();
  REQUIRE_MESSAGE(plot, made.messages());
  size_t swatches = 0;
  for (const chart::LegendEntry& entry : plot->legend.entries)
    for (const Shape& shape : entry.shapes)
      if (shape.kind == Shape::Kind::rect) {
        ++swatches;
        CHECK(shape.classes.starts_with("mark-area mark-line series-"));
        CHECK(shape.stroke_width == 1);
      }
  CHECK(swatches == 2);
}
