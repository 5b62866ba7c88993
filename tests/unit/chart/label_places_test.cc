// Tests that a label covers no point and no other label: it is moved, connected to its point by a line, or omitted with
// a note.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>

#include "chart/layout.h"
#include "markup/text_width.h"
#include "unit/chart/chart_case.h"

namespace {

using chart::Shape;
using chart_test::Case;
using nlohmann::json;

using Points = std::vector<std::array<double, 2>>;

const json kPointFields = json::parse(
    R"([{"name": "name"}, {"name": "a", "title": "A", "type": "number"}, {"name": "b", "title": "B", "type": "number"}])");

json labelled(const Points& points, const json& text_mark, const std::string& name = "Point", json size = 40) {
  json rows = json::array();
  for (size_t i = 0; i < points.size(); ++i)
    rows.push_back({fmt::format("{} {}", name, i), points[i][0], points[i][1]});
  json spec = {{"data", "rows"},
               {"title", "Named points"},
               {"encoding", {{"x", {{"field", "a"}}}, {"y", {{"field", "b"}}}}},
               {"layer",
                {{{"mark", {{"type", "point"}, {"size", size}}}},
                 {{"mark", text_mark}, {"encoding", {{"text", {{"field", "name"}}}}}}}}};
  return {{"spec", spec}, {"fields", kPointFields}, {"rows", rows}};
}

struct LabelBox {
  double left, top, right, bottom;
  double baseline = 0, of_x = 0, of_y = 0;
};

LabelBox label_box(const Shape& text) {
  const double width = markup::text_width(text.text, text.font_size, text.bold);
  const double left = text.anchor == "middle" ? text.x - width / 2 : text.anchor == "end" ? text.x - width : text.x;
  return {left,     text.y - 0.72 * text.font_size, left + width, text.y + 0.2 * text.font_size, text.y, text.of_x,
          text.of_y};
}

double overlap(const LabelBox& a, const LabelBox& b) {
  return std::max(0.0, std::min(a.right, b.right) - std::max(a.left, b.left)) *
         std::max(0.0, std::min(a.bottom, b.bottom) - std::max(a.top, b.top));
}

struct Seen {
  size_t texts = 0, leaders = 0, left_out = 0, covered = 0, points_below_texts = 0;
};

Seen look(const json& chart, double width = 720) {
  CAPTURE(chart.dump());
  Case made(chart);
  chart::DrawOptions options = chart_test::in_english();
  options.width = width;
  auto plot = made.plot(options);
  REQUIRE_MESSAGE(plot, made.messages());
  Seen seen;
  for (const chart::Panel& panel : plot->panels) {
    seen.left_out += panel.labels_left_out;
    std::vector<LabelBox> boxes;
    bool after_text = false;
    for (const Shape& shape : panel.shapes) {
      seen.leaders += shape.classes == "leader";
      if (shape.kind == Shape::Kind::text) {
        ++seen.texts;
        for (const LabelBox& other : boxes) seen.covered += overlap(label_box(shape), other) > 4;
        boxes.push_back(label_box(shape));
        after_text = true;
      }
    }
    bool text_seen = false;
    for (const Shape& shape : panel.shapes) {
      if (shape.kind == Shape::Kind::text) text_seen = true;
      if (shape.kind != Shape::Kind::symbol) continue;
      seen.points_below_texts += !text_seen && after_text;
      const LabelBox point{shape.x - shape.radius * 0.7, shape.y - shape.radius * 0.7, shape.x + shape.radius * 0.7,
                           shape.y + shape.radius * 0.7};
      for (LabelBox box : boxes) {
        // A label must not touch its own point, but its box may if no letter has a descender.
        if (box.of_x == shape.x && box.of_y == shape.y) box.bottom = box.baseline;
        seen.covered += overlap(box, point) > 4;
      }
    }
  }
  const bool noted = std::any_of(plot->notes.begin(), plot->notes.end(), [&](const Shape& note) {
    return note.text.find(std::to_string(seen.left_out)) != std::string::npos;
  });
  CHECK(noted == (seen.left_out > 0));
  return seen;
}

Points crowd(size_t count, double spread, unsigned seed) {
  Points points;
  for (size_t i = 0; i < count; ++i) {
    seed = seed * 1103515245u + 12345u;
    const double a = spread * (seed >> 16 & 1023) / 1023;
    seed = seed * 1103515245u + 12345u;
    points.push_back({50 + a, 50 + spread * (seed >> 16 & 1023) / 1023});
  }
  return points;
}

const json kBeside = {{"type", "text"}};
const json kRight = {{"type", "text"}, {"align", "left"}, {"dx", 6}};
const json kAbove = {{"type", "text"}, {"dy", -8}};

}  // namespace

TEST_CASE("labels cover neither points nor each other, even in crowded charts and wherever the author puts them") {
  for (const json& mark : {kBeside, kRight, kAbove, json{{"type", "text"}, {"align", "right"}, {"dx", -4}},
                           json{{"type", "text"}, {"baseline", "top"}, {"dy", 5}}}) {
    for (size_t count : {2, 7, 30, 80}) {
      for (double spread : {0.0, 0.5, 8.0, 50.0}) {
        for (double width : {720.0, 320.0}) {
          CAPTURE(width);
          const Seen seen = look(labelled(crowd(count, spread, 7), mark), width);
          CHECK(seen.covered == 0);
          CHECK(seen.texts + seen.left_out == count);
          CHECK(seen.points_below_texts == 0);
        }
      }
    }
  }
}

TEST_CASE("a label that covers nothing stays where the author put it") {
  for (const json& mark : {kRight, kAbove}) {
    Case made(labelled({{10, 10}, {50, 80}, {90, 20}}, mark));
    auto plot = made.plot();
    REQUIRE(plot);
    for (const Shape& shape : plot->panels.front().shapes) {
      if (shape.kind != Shape::Kind::text) continue;
      CHECK(shape.x == doctest::Approx(shape.of_x + mark.value("dx", 0.0)));
      CHECK(shape.y == doctest::Approx(shape.of_y + mark.value("dy", 0.0) + 0.35 * 12));
    }
  }
}

TEST_CASE("a label that does not fit next to its point is connected to it by a line") {
  // A point that is surrounded by others leaves no space for its label.
  const Seen seen = look(labelled({{50, 50},
                                   {51, 50},
                                   {49, 50},
                                   {50, 51.5},
                                   {50, 48.5},
                                   {51, 51.5},
                                   {49, 51.5},
                                   {51, 48.5},
                                   {49, 48.5},
                                   {100, 100},
                                   {0, 0}},
                                  kRight));
  CHECK(seen.leaders > 0);
  CHECK(seen.left_out <= 2);
  CHECK(seen.covered == 0);
}

TEST_CASE("labels that do not fit are omitted, and the drawing states how many") {
  const json crowded = labelled(crowd(80, 0.0, 3), kRight, "A label of some length");
  const Seen seen = look(crowded);
  CHECK(seen.left_out > 20);
  Case made(crowded);
  const std::string svg = made.draw()->svg.str();
  CHECK(svg.find(fmt::format("{} labels do not fit", seen.left_out)) != std::string::npos);
}

TEST_CASE("a label within its own point is not moved") {
  json bubbles = labelled({{10, 10}, {50, 50}, {90, 90}}, {{"type", "text"}, {"align", "center"}}, "P", 2000);
  Case made(bubbles);
  auto plot = made.plot();
  REQUIRE(plot);
  const auto& shapes = plot->panels.front().shapes;
  CHECK(shapes.size() == 6);
  CHECK(shapes.back().kind == Shape::Kind::text);
  for (const Shape& shape : shapes)
    if (shape.kind == Shape::Kind::text) CHECK(shape.x == shape.of_x);
}

TEST_CASE("text marks, annotations and the contents of cells are not moved") {
  json letters = labelled({{10, 10}, {10.1, 10}, {10.2, 10.1}, {90, 90}}, kBeside);
  letters["spec"]["layer"].erase(0);
  const Seen seen = look(letters);
  CHECK(seen.texts == 4);
  CHECK(seen.left_out == 0);
  json noted = labelled({{10, 10}, {50, 50}}, kRight);
  noted["spec"]["layer"].push_back(json::parse(
      R"({"mark": {"type": "text", "text": "A note"}, "encoding": {"x": {"datum": 50}, "y": {"datum": 50}}})"));
  Case made(noted);
  auto plot = made.plot();
  REQUIRE(plot);
  const auto& shapes = plot->panels.front().shapes;
  CHECK(std::count_if(shapes.begin(), shapes.end(), [](const Shape& shape) { return shape.text == "A note"; }) == 1);
}

TEST_CASE("values next to bars are omitted if they would overlap") {
  json rows = json::array();
  for (int i = 0; i < 60; ++i) rows.push_back({fmt::format("Town {}", i), i, 1000000 + i});
  const json bars = {{"spec", json::parse(R"({"data": "rows", "title": "T", "encoding": {"x": {"field": "name"},
                       "y": {"field": "b"}}, "layer": [{"mark": "bar"},
                       {"mark": {"type": "text", "dy": -6}, "encoding": {"text": {"field": "b"}}}]})")},
                     {"fields", kPointFields},
                     {"rows", rows}};
  const Seen seen = look(bars);
  CHECK(seen.covered == 0);
  CHECK(seen.left_out > 20);
  CHECK(seen.leaders == 0);
}

TEST_CASE("placing ten thousand labels takes no longer than placing their points") {
  const Seen seen = look(labelled(crowd(10000, 50, 11), kRight));
  CHECK(seen.texts + seen.left_out == 10000);
}
