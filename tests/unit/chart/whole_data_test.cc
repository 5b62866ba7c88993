// Tests that all data are drawn, or that the drawing states what is missing: rows without a category, ranges with one
// known end, stacks in the order of the legend, tick labels, swatches of legends.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <regex>
#include <set>

#include "unit/chart/chart_case.h"

namespace {

using chart::Shape;
using chart_test::Case;
using nlohmann::json;

const json kMillFields = json::parse(R"([
  {"name": "mill", "title": "Mill"}, {"name": "kind", "title": "Kind"}, {"name": "low", "title": "Low", "type": "number"},
  {"name": "mid", "title": "Middle", "type": "number"}, {"name": "high", "title": "High", "type": "number"}])");

json mills(const std::string& picture, json rows) {
  return {{"spec", json::parse(R"({"data": "rows", "title": "Mills", )" + picture + "}")},
          {"fields", kMillFields},
          {"rows", std::move(rows)}};
}

const json kSomeNull = json::parse(
    R"([["Kite", "wind", 1, 2, 3], [null, "water", 2, 4, 6], ["Lark", null, 3, 5, 7], ["Kite", "water", 2, 3, 5]])");

chart::Plot plot_of(Case& made, double width = 720) {
  chart::DrawOptions options = chart_test::in_english();
  options.width = width;
  auto plot = made.plot(options);
  REQUIRE_MESSAGE(plot, made.messages());
  return *plot;
}

std::vector<Shape> shapes_of(const json& chart, std::string_view classes = "mark-") {
  Case made(chart);
  std::vector<Shape> found;
  for (const chart::Panel& panel : plot_of(made).panels)
    for (const Shape& shape : panel.shapes)
      if (shape.classes.starts_with(classes)) found.push_back(shape);
  return found;
}

std::vector<std::string> labels_of(const chart::Axis& axis) {
  std::vector<std::string> labels;
  for (const chart::Tick& tick : axis.ticks)
    if (!tick.lines.empty()) labels.push_back(tick.lines.front());
  return labels;
}

}  // namespace

TEST_CASE("a row without a category is drawn as a separate category, on axes and as colour, shape, panel and offset") {
  for (const char* encoding :
       {R"("mark": "bar", "encoding": {"y": {"field": "mill"}, "x": {"field": "mid"}})",
        R"("mark": "point", "encoding": {"x": {"field": "mill"}, "y": {"field": "mid"}})",
        R"("mark": "tick", "encoding": {"y": {"field": "mill"}, "x": {"field": "mid"}})",
        R"("mark": "rect", "encoding": {"y": {"field": "mill"}, "x": {"field": "low", "type": "ordinal"}})",
        R"("mark": "bar", "encoding": {"y": {"field": "low", "type": "ordinal"}, "x": {"field": "mid"},
           "color": {"field": "mill"}})",
        R"("mark": "point", "encoding": {"x": {"field": "low"}, "y": {"field": "mid"}, "shape": {"field": "mill"}})",
        R"("mark": "bar", "encoding": {"row": {"field": "mill"}, "x": {"field": "mid"}})",
        R"("mark": "bar", "encoding": {"column": {"field": "mill"}, "x": {"field": "mid"}})",
        R"("mark": "bar", "encoding": {"x": {"field": "kind"}, "y": {"field": "mid"}, "xOffset": {"field": "mill"}})",
        R"("mark": "text", "encoding": {"y": {"field": "mill"}, "x": {"field": "mid"}, "text": {"field": "high"}})",
        R"("facet": {"field": "mill"}, "spec": {"mark": "bar", "encoding": {"x": {"field": "mid"}}})"}) {
    CAPTURE(encoding);
    const json chart = mills(encoding, kSomeNull);
    std::set<size_t> rows;
    for (const Shape& shape : shapes_of(chart)) rows.insert(*shape.row);
    CHECK(rows.size() == 4);
    Case made(chart);
    auto drawing = made.draw();
    REQUIRE(drawing);
    CHECK(drawing->summary.find("left out") == std::string::npos);
    CHECK((drawing->svg.str().find(">Not stated<") != std::string::npos ||
           std::string_view(encoding).find("xOffset") != std::string_view::npos));
  }
}

TEST_CASE("rows without a category are drawn in grey, in addition to all colours") {
  json rows;
  for (int mill = 0; mill < 8; ++mill) rows.push_back({"Mill " + std::to_string(mill), "wind", mill, mill, mill});
  rows.push_back({nullptr, "water", 9, 9, 9});
  const std::string bars =
      R"("mark": "bar", "encoding": {"y": {"field": "low", "type": "ordinal"}, "x": {"field": "mid"},
    "color": {"field": "mill"}})";
  std::set<std::string> colours;
  for (const Shape& shape : shapes_of(mills(bars, rows))) colours.insert(shape.classes);
  CHECK(colours.size() == 9);
  CHECK(colours.contains("mark-bar neutral"));
  Case made(mills(bars, rows));
  auto drawing = made.draw();
  REQUIRE(drawing);
  CHECK(drawing->svg.str().find(">Not stated<") != std::string::npos);
  rows.back()[0] = "Mill 8";
  Case more(mills(bars, rows));
  CHECK_FALSE(more.draw());
  CHECK(more.messages().find("9 categories") != std::string::npos);
  const std::string points = R"("mark": "point", "encoding": {"x": {"field": "low"}, "y": {"field": "mid"},
    "color": {"field": "mill"}})";
  CHECK(shapes_of(mills(points, kSomeNull), "mark-point neutral").size() == 1);
}

TEST_CASE("lines do not join rows without a category from several series") {
  const json rows = json::parse(R"([["Kite", "a", 1, 2, 3], ["Kite", "a", 2, 4, 6], [null, "b", 1, 5, 7],
    [null, "b", 2, 5, 7], [null, "c", 1, 3, 5], [null, "c", 2, 3, 5]])");
  auto messages = [&](const std::string& mark, const std::string& more) {
    Case made(mills(R"("mark": ")" + mark + R"(", "encoding": {"x": {"field": "low"}, "y": {"field": "mid"},
      "color": {"field": "mill"})" +
                        more + "}",
                    rows));
    (void)made.draw();
    return made.messages();
  };
  const std::string refused =
      R"(error[chart-series]: a line would join rows without "mill", although several of them share a value of "low")";
  CHECK(messages("line", "").starts_with(refused));
  CHECK(messages("line", R"(, "detail": {"field": "kind"})") == "");
  CHECK(messages("line", R"(, "row": {"field": "kind"})") == "");
  CHECK(messages("line", R"(, "order": {"field": "high"})") == "");
  CHECK(messages("point", "") == "");
}

TEST_CASE("a row without a value is omitted, and the summary states that") {
  json rows = kSomeNull;
  rows[2][3] = nullptr;
  const json chart = mills(R"("mark": "bar", "encoding": {"y": {"field": "mill"}, "x": {"field": "mid"}})", rows);
  CHECK(shapes_of(chart).size() == 3);
  Case made(chart);
  CHECK(made.draw()->summary.find("1 row without a value is left out (Lark).") != std::string::npos);
}

TEST_CASE("a layer may select rows by a column that is null in the rows of another layer") {
  const json chart = mills(R"("encoding": {"y": {"field": "mid"}, "x": {"field": "low"}},
    "layer": [{"mark": "point"}, {"mark": {"type": "point", "size": 90}, "encoding": {"color": {"field": "mill"}}}])",
                           kSomeNull);
  CHECK(shapes_of(chart).size() == 7);
  Case made(chart);
  CHECK(made.draw()->svg.str().find("Not stated") == std::string::npos);
}

TEST_CASE("a range with one known end is drawn as a dashed stroke from that end") {
  json rows =
      json::parse(R"([["Kite", "wind", 10, 12, 14], ["Lark", "wind", 20, 22, null], ["Wren", "wind", null, 32, 34],
    ["Rook", "wind", null, 42, null]])");
  for (const char* mark : {"errorbar", "rule", "bar", "rect"}) {
    for (const char* ends : {R"("y": {"field": "mill"}, "x": {"field": "low"}, "x2": {"field": "high"})",
                             R"("x": {"field": "mill"}, "y": {"field": "low"}, "y2": {"field": "high"})",
                             R"("y": {"field": "mill"}, "x": {"field": "high"}, "x2": {"field": "low"})"}) {
      const std::string text = ends;
      CAPTURE(mark);
      CAPTURE(text);
      const json chart = mills(fmt::format(R"("mark": "{}", "encoding": {{{}}})", mark, text), rows);
      Case made(chart);
      const chart::Plot plot = plot_of(made);
      const bool along_x = text.find("x2") != std::string::npos;
      const chart::Scale& scale = plot.panels.front().scales.at(along_x ? chart::Channel::x : chart::Channel::y);
      std::vector<Shape> open;
      for (const Shape& shape : plot.panels.front().shapes)
        if (shape.dash == "2 2") open.push_back(shape);
      REQUIRE(open.size() == 2);
      // One stroke begins at 20 and points up, the other begins at 34 and points down.
      auto begins = [&](const Shape& shape) { return along_x ? shape.x : shape.y; };
      auto runs = [&](const Shape& shape) { return (along_x ? shape.width : -shape.height); };
      CHECK(begins(open[0]) == doctest::Approx(scale.position(20)));
      CHECK(runs(open[0]) > 0);
      CHECK(begins(open[1]) == doctest::Approx(scale.position(34)));
      CHECK(runs(open[1]) < 0);
      CHECK(made.draw()->summary.find("Of 2 ranges only one end is known") != std::string::npos);
    }
  }
}

TEST_CASE("parts are stacked in the order of the legend, from top to bottom and from left to right") {
  const json rows = json::parse(R"([["Kite", "low", 0, 5, 0], ["Kite", "mid", 0, 6, 0], ["Kite", "high", 0, 7, 0],
                                    ["Lark", "high", 0, 3, 0], ["Lark", "low", 0, 4, 0], ["Lark", "mid", 0, 2, 0]])");
  for (const char* kind :
       {R"("scale": {"domain": ["low", "mid", "high"]})", R"("sort": ["low", "mid", "high"])", R"("sort": null)",
        R"("sort": "descending")", R"("sort": {"field": "mid", "op": "sum"})", R"("title": "Kind")"}) {
    for (bool upright : {true, false}) {
      for (const char* mark : {"bar", "area"}) {
        CAPTURE(kind);
        CAPTURE(mark);
        Case made(mills(fmt::format(R"("mark": "{}", "encoding": {{"{}": {{"field": "mill"}}, "{}": {{"field": "mid",
          "type": "quantitative"}}, "color": {{"field": "kind", {}}}}})",
                                    mark, upright ? "x" : "y", upright ? "y" : "x", kind),
                        rows));
        const chart::Plot plot = plot_of(made);
        const auto& categories = plot.scales.at(chart::Channel::color).categories;
        const chart::BoundLayer& layer = plot.layers.front();
        for (const char* mill : {"Kite", "Lark"}) {
          std::map<double, std::string> parts;
          for (size_t row = 0; row < rows.size(); ++row)
            if (rows[row][0] == mill) parts[layer.stack_from[row]] = rows[row][1];
          std::vector<std::string> order;
          for (const auto& [from, name] : parts) order.push_back(name);
          if (upright) std::reverse(order.begin(), order.end());
          CHECK(order == categories);
        }
      }
    }
  }
}

TEST_CASE("a tick is not labelled if its label would equal that of another tick") {
  struct Example {
    double greatest;
    const char* format;
    std::vector<std::string> labels;
  };
  for (const Example& example : std::vector<Example>{{2, ",d", {"0", "1", "2"}},
                                                     {0.02, ".0%", {"0%", "1%", "2%"}},
                                                     {0.2, "$,.1f", {"$0.0", "$0.1", "$0.2"}},
                                                     {3, ".0f", {"0", "1", "2", "3"}},
                                                     {1, ",d", {"0", "1"}},
                                                     {2000, ",d", {"0", "500", "1,000", "1,500", "2,000"}},
                                                     {0.4, ",d", {"0", "0.1", "0.2", "0.3", "0.4"}},
                                                     {4, ".0e", {"0e+0", "1e+0", "2e+0", "3e+0", "4e+0"}},
                                                     {2.5, ".1f", {"0.0", "0.5", "1.0", "1.5", "2.0", "2.5"}},
                                                     {1, ".1f", {"0.0", "0.2", "0.4", "0.6", "0.8", "1.0"}}}) {
    CAPTURE(example.format);
    CAPTURE(example.greatest);
    const json rows = {{"Kite", "wind", 0, example.greatest, 0}};
    Case made(mills(fmt::format(R"("mark": "bar", "width": 300, "encoding": {{"y": {{"field": "mill"}},
      "x": {{"field": "mid", "axis": {{"format": "{}", "tickCount": 5}}}}}})",
                                example.format),
                    rows));
    const chart::Plot plot = plot_of(made);
    const std::vector<std::string> labels = labels_of(*plot.panels.front().x_axis);
    CHECK(labels == example.labels);
    // No label occurs twice.
    CHECK(std::set<std::string>(labels.begin(), labels.end()).size() == labels.size());
  }
}

TEST_CASE("a picture contains all ids that its legend refers to, and swatches look like the marks") {
  const std::string layers = R"("encoding": {"y": {"field": "mill"}}, "layer": [
    {"mark": "bar", "encoding": {"x": {"field": "mid"}, "color": {"datum": "Middle"}}},
    {"mark": "point", "encoding": {"x": {"field": "high"}, "color": {"datum": "Highest"}}}])";
  for (const std::string& picture :
       {layers, std::string(R"("mark": "text", "encoding": {"x": {"field": "low"}, "y": {"field": "mid"},
          "color": {"field": "kind"}, "text": {"field": "mill"}})"),
        std::string(R"("mark": "bar", "encoding": {"x": {"field": "mill"}, "y": {"field": "mid"},
          "color": {"field": "kind"}})"),
        std::string(R"("mark": "area", "encoding": {"x": {"field": "low"}, "y": {"field": "mid"},
          "color": {"field": "kind"}})"),
        std::string(R"("mark": "tick", "encoding": {"x": {"field": "mid"}, "y": {"field": "mill"},
          "color": {"field": "kind", "legend": {"orient": "bottom"}}})")}) {
    CAPTURE(picture);
    Case made(mills(picture, kSomeNull));
    auto drawing = made.draw();
    REQUIRE_MESSAGE(drawing, made.messages());
    const std::string& svg = drawing->svg.str();
    CHECK(svg.find("class=\"legend\"") != std::string::npos);
    const std::regex reference("url\\(#([^)]*)\\)");
    for (std::sregex_iterator at(svg.begin(), svg.end(), reference), end; at != end; ++at)
      CHECK_MESSAGE(svg.find("id=\"" + (*at)[1].str() + "\"") != std::string::npos, (*at)[1].str());
  }
  Case made(mills(layers, kSomeNull));
  const chart::Plot plot = plot_of(made);
  std::vector<std::string> swatches;
  for (const chart::LegendEntry& entry : plot.legend.entries)
    if (entry.series > 0) swatches.push_back(entry.shapes.front().classes);
  CHECK(swatches == std::vector<std::string>{"mark-bar series-1", "mark-point series-2"});
}

TEST_CASE("an axis of categories labels only its `values`") {
  Case made(mills(
      R"("mark": "bar", "encoding": {"y": {"field": "mill", "axis": {"values": ["Lark"]}}, "x": {"field": "mid"}})",
      kSomeNull));
  CHECK(labels_of(*plot_of(made).panels.front().y_axis) == std::vector<std::string>{"Lark"});
}

TEST_CASE("the axis settings of all layers apply") {
  Case made(mills(R"("encoding": {"y": {"field": "mill"}}, "layer": [
    {"mark": "bar", "encoding": {"x": {"field": "mid", "axis": {"grid": false}}}},
    {"mark": "tick", "encoding": {"x": {"field": "high", "axis": {"format": ".2f"}}}}])",
                  kSomeNull));
  const chart::Axis axis = *plot_of(made).panels.front().x_axis;
  CHECK_FALSE(axis.grid);
  CHECK(axis.ticks.back().text.ends_with(".00"));
}

TEST_CASE("months of two years keep their labels, and each year is named once") {
  const json fields = json::parse(R"([{"name": "day", "type": "date"}, {"name": "sold", "type": "number"}])");
  const json rows = json::parse(R"([["2024-04-01", 3], ["2025-07-01", 4], ["2026-08-01", 5]])");
  auto labels = [&](const std::string& axis) {
    Case made(R"({"data": "rows", "title": "T", "mark": "line", "width": 640, "encoding": {"y": {"field": "sold"},
      "x": {"field": "day")" +
                  axis + "}}}",
              fields, rows);
    return labels_of(*plot_of(made).panels.front().x_axis);
  };
  const std::vector<std::string> months = labels("");
  CHECK(std::count(months.begin(), months.end(), "July") >= 2);
  CHECK(labels(R"(, "axis": {"format": "%Y"})") == std::vector<std::string>{"2024", "2025", "2026"});
}

TEST_CASE("a layer may select ranges by a column that is null, if another layer draws the known end") {
  const std::string ends = R"("encoding": {"y": {"field": "mill"}, "x": {"field": "high"}},
    "layer": [{"mark": "rule", "encoding": {"x2": {"field": "low"}}}, {"mark": "point"}])";
  const json rows = json::parse(R"([["Kite", "wind", 1, 2, 3], ["Lark", "wind", null, 2, 5]])");
  CHECK(shapes_of(mills(ends, rows), "mark-rule").size() == 1);
}
