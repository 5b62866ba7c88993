// Tests that annotations are beside what they are about, cover no mark, and are numbered where there is no space; and
// that axes show which values are better.
#include <doctest/doctest.h>

#include <cmath>

#include "chart/boxes.h"
#include "unit/chart/chart_case.h"

namespace {

using chart::Shape;
using chart_test::Case;
using nlohmann::json;

json annotated(const json& annotations) {
  return {{"spec",
           {{"data", "rows"},
            {"title", "Bars"},
            {"mark", "bar"},
            {"annotations", annotations},
            {"encoding", {{"x", {{"field", "v"}}}, {"y", {{"field", "k"}}}}}}},
          {"fields", json::parse(R"([{"name": "k"}, {"name": "v", "type": "number"}])")},
          {"rows", json::parse(R"([["A", 459], ["B", 112], ["C", 459]])")}};
}

chart::Plot annotated_plot(Case& made, double width = 720) {
  chart::DrawOptions options = chart_test::in_english();
  options.width = width;
  auto plot = made.plot(options);
  REQUIRE_MESSAGE(plot, made.messages());
  return *plot;
}

std::vector<Shape> shapes_of_class(const chart::Plot& plot, std::string_view word) {
  std::vector<Shape> found;
  for (const Shape& shape : plot.panels.front().shapes)
    if (shape.classes.find(word) != std::string::npos) found.push_back(shape);
  return found;
}

constexpr const char* kWhyLower = "Why this one is lower than both others";

TEST_CASE("an annotation wraps in free space beside its place, with a leader, and covers no mark") {
  json chart = annotated({{{"text", kWhyLower}, {"x", 112}, {"y", "B"}}});
  chart["spec"]["height"] = 200;
  Case made(chart);
  const chart::Plot plot = annotated_plot(made);
  const std::vector<Shape> lines = shapes_of_class(plot, "annotation"), leaders = shapes_of_class(plot, "leader");
  REQUIRE(leaders.size() == 1);
  const chart::Panel& panel = plot.panels.front();
  CHECK(leaders[0].x + leaders[0].width == doctest::Approx(panel.scales.at(chart::Channel::x).position(112)));
  CHECK(leaders[0].y + leaders[0].height == doctest::Approx(panel.scales.at(chart::Channel::y).centre(1)));
  std::string text;
  for (const Shape& line : lines) {
    text += (text.empty() ? "" : " ") + line.text;
    for (const Shape& bar : shapes_of_class(plot, "mark-bar"))
      CHECK(chart::overlap(chart::box_of(line), {bar.x, bar.y, bar.x + bar.width, bar.y + bar.height}) == 0);
    CHECK(chart::box_of(line).right <= panel.width);
  }
  CHECK(text == kWhyLower);
  CHECK(panel.annotation_key.empty());
}

TEST_CASE("without free space, and on phones, annotations are numbers with their texts below") {
  const std::string longer = std::string(kWhyLower) + ", which takes more lines than there are between these bars";
  Case crowded(annotated({{{"text", longer}, {"x", 459}, {"y", "A"}}, {{"text", "Lower"}, {"x", 112}, {"y", "B"}}}));
  const chart::Plot plot = annotated_plot(crowded);
  CHECK(plot.panels.front().annotation_key == std::vector<std::string>{"1 " + longer});
  CHECK(shapes_of_class(plot, "hollow").size() == 1);

  Case phone(annotated({{{"text", kWhyLower}, {"x", 112}, {"y", "B"}}, {{"text", "More"}, {"y", "C"}}}));
  const chart::Plot narrow = annotated_plot(phone, 320);
  CHECK(narrow.panels.front().annotation_key.size() == 2);
  std::string notes;
  for (const Shape& note : narrow.notes) notes += note.text + " ";
  CHECK(notes.find("1 Why this one") != std::string::npos);
  CHECK(notes.find("2 More") != std::string::npos);
}

TEST_CASE("the number of a line or range is where it covers no bar, and otherwise legible on its disc") {
  for (const json& place : {json{{"x", 400}}, json{{"x", 380}, {"x2", 450}}}) {
    json annotation = place;
    annotation["text"] = "Limit of the port";
    Case phone(annotated(json::array({annotation})));
    const chart::Plot plot = annotated_plot(phone, 320);
    const std::vector<Shape> discs = shapes_of_class(plot, "hollow");
    REQUIRE(discs.size() == 1);
    const chart::Box disc{discs[0].x - 8, discs[0].y - 8, discs[0].x + 8, discs[0].y + 8};
    for (const Shape& bar : shapes_of_class(plot, "mark-bar"))
      CHECK(chart::overlap(disc, {bar.x, bar.y, bar.x + bar.width, bar.y + bar.height}) == 0);
    CHECK(phone.messages() == "");
  }
  Case covered(annotated({{{"text", "Limit of the port"}, {"x", 40}}, {{"text", "Another"}, {"x", 300}}}));
  const chart::Plot plot = annotated_plot(covered, 320);
  CHECK(plot.panels.front().annotation_key.size() == 2);
  CHECK(covered.messages() == "");
}

TEST_CASE("a range is drawn behind the marks, a value on one axis as a line") {
  Case made(annotated({{{"text", "Usual"}, {"x", 100}, {"x2", 200}}, {{"text", "Limit"}, {"x", 400}}}));
  const chart::Plot plot = annotated_plot(made);
  const chart::Panel& panel = plot.panels.front();
  const auto at = [&](double value) { return panel.scales.at(chart::Channel::x).position(value); };
  const Shape& range = panel.shapes.front();
  CHECK(range.classes == "mark-rect neutral reference");
  CHECK(range.x == doctest::Approx(at(100)));
  CHECK(range.width == doctest::Approx(at(200) - at(100)));
  CHECK(range.height == panel.height);
  const std::vector<Shape> lines = shapes_of_class(plot, "mark-rule");
  REQUIRE(lines.size() == 1);
  CHECK(lines[0].x == doctest::Approx(at(400)));
  CHECK(lines[0].height == panel.height);
}

TEST_CASE("an annotation outside the axes, or in one of several panels, is an error") {
  Case outside(annotated({{{"text", "Far"}, {"x", 900}}, {{"text", "Who"}, {"y", "D"}}, {{"text", "Nowhere"}}}));
  CHECK(outside.messages().find("this annotation has no place") != std::string::npos);
  Case reached(annotated({{{"text", "Far"}, {"x", 900}}, {{"text", "Who"}, {"y", "D"}}}));
  CHECK_FALSE(reached.plot());
  CHECK(reached.messages().find("the axis x does not reach 900") != std::string::npos);
  CHECK(reached.messages().find("the axis y does not reach D") != std::string::npos);
  json panels = annotated({{{"text", "Here"}, {"x", 100}}});
  panels["spec"]["encoding"]["column"] = {{"field", "k"}};
  Case several(panels);
  CHECK_FALSE(several.plot());
  CHECK(several.messages().find("several panels") != std::string::npos);
}

TEST_CASE("an axis shows in which direction its values are better") {
  const auto title = [](const char* channel, const char* better, bool reverse) {
    const bool is_x = std::string_view(channel) == "x";
    json chart = annotated(json::array());
    chart["spec"]["encoding"] = {
        {is_x ? "y" : "x", {{"field", "k"}}},
        {channel, {{"field", "v"}, {"axis", {{"better", better}}}, {"scale", {{"reverse", reverse}}}}}};
    Case made(chart);
    chart::DrawOptions options = chart_test::in_english();
    options.words = [](std::string_view, size_t) { return "better"; };
    const auto plot = made.plot(options);
    REQUIRE_MESSAGE(plot, made.messages());
    return (is_x ? plot->panels.front().x_axis : plot->panels.front().y_axis)->title;
  };
  CHECK(title("x", "higher", false) == "v · better →");
  CHECK(title("x", "lower", false) == "v · ← better");
  CHECK(title("x", "lower", true) == "v · better →");
  CHECK(title("y", "higher", false) == "v · ↑ better");
  CHECK(title("y", "lower", false) == "v · ↓ better");
  CHECK(title("y", "higher", true) == "v · ↓ better");
  json names = annotated(json::array());
  names["spec"]["encoding"]["y"]["axis"] = {{"better", "higher"}};
  Case made(names);
  CHECK_FALSE(made.plot());
  CHECK(made.messages().find("\"better\" has no effect on y: it shows categories") != std::string::npos);
}

}  // namespace
