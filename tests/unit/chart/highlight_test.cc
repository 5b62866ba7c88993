// Tests `highlight`: the named series, categories or panels keep their look, all others are pale, thin, below and
// without a label.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "unit/chart/chart_case.h"

namespace {

using chart::Shape;
using nlohmann::json;

json stressed(const std::string& picture, int towns = 10) {
  json rows;
  for (int town = 0; town < towns; ++town)
    for (int day = 1; day <= 2; ++day) rows.push_back({fmt::format("Town {}", town), day, town + day, "all"});
  return {
      {"spec", json::parse(R"({"data": "rows", "title": "Towns", )" + picture + "}")},
      {"fields", json::parse(R"([{"name": "town", "title": "Town"}, {"name": "day", "type": "integer", "title": "Day"},
                                     {"name": "rain", "type": "number", "title": "Rain"}, {"name": "group"}])")},
      {"rows", rows}};
}

chart::Plot plot_stressed(chart_test::Case& made) {
  auto plot = made.plot();
  REQUIRE_MESSAGE(plot, made.messages());
  return *plot;
}

const char* const kLinesOfTowns =
    R"("highlight": ["Town 7", "Town 2"], "mark": "line", "encoding": {"x": {"field": "day"}, "y": {"field": "rain"},
       "color": {"field": "town"}})";

}  // namespace

TEST_CASE("highlighted lines are coloured, above the others, and named; the others are grey, pale and thin") {
  chart_test::Case made(stressed(kLinesOfTowns));
  const chart::Plot plot = plot_stressed(made);
  std::vector<std::string> drawn;
  std::set<std::string> names;
  for (const Shape& shape : plot.panels.front().shapes) {
    if (shape.classes.starts_with("line-name")) names.insert(shape.text);
    if (!shape.classes.starts_with("mark-line")) continue;
    drawn.push_back(shape.title);
    const bool stands_out = shape.title == "Town 7" || shape.title == "Town 2";
    CHECK((shape.classes.find("series-") != std::string::npos) == stands_out);
    CHECK(shape.opacity == (stands_out ? 1 : 0.45));
    CHECK(shape.stroke_width == (stands_out ? 0 : 1));
  }
  REQUIRE(drawn.size() == 10);
  CHECK(std::set<std::string>(drawn.end() - 2, drawn.end()) == std::set<std::string>{"Town 2", "Town 7"});
  CHECK(names == std::set<std::string>{"Town 2", "Town 7"});
  CHECK(made.draw()->summary ==
        "A line chart of rain against day, for Town 2, Town 7 and 8 others, which highlights Town 7 and Town 2; 20 "
        "values. Town 7: the highest is 9, the lowest 8. Town 2: the highest is 4, the lowest 3. The highest is 11 "
        "(Town 9), the lowest 1 (Town 0). Day runs from 1 to 2.");
}

TEST_CASE("marks without a category are as pale as what is not highlighted, and one name is not that of all") {
  json chart = stressed(
      R"("mark": "line", "encoding": {"x": {"field": "day"}, "y": {"field": "rain"}, "detail": {"field": "town"},
         "color": {"field": "group"}})",
      3);
  for (json& row : chart["rows"]) row[3] = row[0] == "Town 1" ? json("The driest") : json(nullptr);
  chart_test::Case made(chart);
  std::set<std::string> names;
  const chart::Plot plot = plot_stressed(made);
  for (const Shape& shape : plot.panels.front().shapes) {
    if (shape.classes.starts_with("line-name")) names.insert(shape.text);
    if (!shape.classes.starts_with("mark-line")) continue;
    CHECK(shape.opacity == (shape.classes.find("series-1") != std::string::npos ? 1 : 0.45));
  }
  CHECK(names == std::set<std::string>{"The driest"});
  // The texts of such rows stay.
  chart["spec"]["mark"] = "text";
  chart["spec"]["encoding"]["text"] = {{"field", "town"}};
  chart["spec"]["encoding"].erase("detail");
  chart_test::Case texts(chart);
  const chart::Plot drawn = plot_stressed(texts);
  CHECK(std::ranges::count_if(drawn.panels.front().shapes,
                              [](const Shape& shape) { return shape.classes.starts_with("mark-text"); }) == 6);
}

TEST_CASE("more than eight series need names that matter") {
  json chart = stressed(kLinesOfTowns);
  chart["spec"].erase("highlight");
  chart_test::Case made(chart);
  CHECK_FALSE(made.draw());
  CHECK(made.messages().find("highlight: [") != std::string::npos);
}

TEST_CASE("a legend counts the series that are not highlighted") {
  chart_test::Case made(stressed(
      R"("highlight": ["Town 3"], "mark": "point", "encoding": {"x": {"field": "day"}, "y": {"field": "rain"},
         "color": {"field": "town"}, "shape": {"field": "town"}})"));
  std::vector<std::string> labels;
  const chart::Plot plot = plot_stressed(made);
  for (const chart::LegendEntry& entry : plot.legend.entries) labels.push_back(entry.label);
  CHECK(std::ranges::count(labels, "Town 3") == 1);
  CHECK(std::ranges::count(labels, "9 others") == 1);
  CHECK(std::ranges::count(labels, "Town 5") == 0);
}

TEST_CASE("categories and panels may be highlighted, and only their texts are drawn") {
  chart_test::Case bars(stressed(R"("highlight": ["Town 1"], "encoding": {"x": {"field": "rain"},
      "y": {"field": "town"}, "yOffset": {"field": "day", "type": "ordinal"}}, "layer": [{"mark": "bar"},
      {"mark": "text", "encoding": {"text": {"field": "rain"}}}])"));
  size_t coloured = 0, pale = 0, texts = 0;
  const chart::Plot plot = plot_stressed(bars);
  for (const Shape& shape : plot.panels.front().shapes) {
    texts += shape.kind == Shape::Kind::text;
    coloured += shape.classes == "mark-bar series-1";
    pale += shape.classes == "mark-bar neutral" && shape.opacity < 0.5;
  }
  CHECK((coloured == 2 && pale == 18 && texts == 2));
  chart_test::Case panels(stressed(R"("highlight": ["Town 1"], "facet": {"field": "town"},
      "spec": {"mark": "point", "encoding": {"x": {"field": "day"}, "y": {"field": "rain"}}})"));
  const chart::Plot in_panels = plot_stressed(panels);
  for (const chart::Panel& panel : in_panels.panels)
    for (const Shape& shape : panel.shapes) CHECK(shape.muted == (panel.column != "Town 1"));
}

TEST_CASE("a highlighted name that the chart does not show is an error") {
  chart_test::Case made(stressed(R"("highlight": ["Town 33"], "mark": "bar", "encoding": {"x": {"field": "rain"},
      "y": {"field": "town"}, "yOffset": {"field": "day", "type": "ordinal"}})"));
  CHECK_FALSE(made.draw());
  CHECK(made.messages().find("error[unknown-highlight]: this chart has no series, category or panel \"Town 33\"") !=
        std::string::npos);
  CHECK(made.messages().find("did you mean \"Town 3\"?") != std::string::npos);
}
