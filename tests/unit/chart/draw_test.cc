// Tests whole drawings. SOURCEBOOK_REWRITE_GOLDENS=1 rewrites the pictures in golden/.
#include <doctest/doctest.h>

#include <cstdlib>
#include <fstream>
#include <regex>
#include <sstream>

#include "unit/chart/chart_case.h"

namespace {

using chart_test::Case;
using nlohmann::json;

const std::string kGolden = SOURCEBOOK_ROOT "/tests/unit/chart/golden/";

std::string read(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

void check_golden(const std::string& name, const std::string& svg) {
  if (std::getenv("SOURCEBOOK_REWRITE_GOLDENS")) std::ofstream(kGolden + name, std::ios::binary) << svg << '\n';
  CHECK(svg + '\n' == read(kGolden + name));
}

const json kGroups = json::parse(R"({
  "spec": {"data": "rows", "title": "Beans <sold> & roasted", "mark": "bar", "width": 300, "height": 160,
           "encoding": {"x": {"field": "town"}, "y": {"field": "sold"}, "xOffset": {"field": "origin"},
                        "color": {"field": "origin"}}},
  "fields": [{"name": "town", "title": "Town"}, {"name": "origin", "title": "Origin"},
             {"name": "sold", "title": "Beans sold", "type": "number", "unit": "kg"}],
  "rows": [["Oslo", "Kenya", 3], ["Oslo", "Peru", 4.5], ["Rome", "Kenya", 8], ["Rome", "Peru", -1]]})");

const json kLines = json::parse(R"({
  "spec": {"data": "rows", "title": "Price of a cup", "mark": "line", "width": 320, "height": 120,
           "encoding": {"x": {"field": "day"}, "y": {"field": "price"}, "color": {"field": "town"}}},
  "fields": [{"name": "day", "title": "Day", "type": "date"}, {"name": "town", "title": "Town"},
             {"name": "price", "title": "Price", "type": "number", "unit": "USD"}],
  "rows": [["2025-01-01", "Oslo", 4], ["2025-01-01", "Rome", 1.5], ["2025-02-01", "Oslo", null],
           ["2025-02-01", "Rome", 1.6], ["2025-03-01", "Oslo", 5], ["2025-03-01", "Rome", 1.5],
           ["2025-04-01", "Oslo", 5.5], ["2025-04-01", "Rome", 1.5]]})");

const json kLong = json::parse(R"({
  "spec": {"data": "rows", "title": "Beans in store",
           "layer": [{"mark": "bar"}, {"mark": {"type": "text", "align": "left", "dx": 4},
                                       "encoding": {"text": {"field": "beans"}}}],
           "encoding": {"y": {"field": "shop", "sort": "-x"}, "x": {"field": "beans"}}},
  "fields": [{"name": "shop", "title": "Shop"}, {"name": "beans", "title": "Beans", "type": "integer", "unit": "kg"}],
  "rows": [["The roastery beside the old harbour", 1200], ["Corner", 350], ["A shop with a rather long name", 80]]})");

chart::DrawOptions narrow() {
  chart::DrawOptions options = chart_test::in_english();
  options.width = 360;
  options.id = "store";
  return options;
}

chart::Drawing drawn(const json& json, const chart::DrawOptions& options = chart_test::in_english()) {
  Case chart(json);
  auto drawing = chart.draw(options);
  REQUIRE_MESSAGE(drawing, chart.messages());
  return *drawing;
}

}  // namespace

TEST_CASE("drawings equal the golden pictures") {
  check_golden("grouped-bars.svg", drawn(kGroups).svg.str());
  check_golden("lines-with-a-gap.svg", drawn(kLines).svg.str());
  check_golden("narrow-bars.svg", drawn(kLong, narrow()).svg.str());
}

TEST_CASE("drawing is deterministic, and the result has no styles, scripts or handlers") {
  std::string svg = drawn(kGroups).svg.str();
  CHECK(svg == drawn(kGroups).svg.str());
  CHECK(svg.find("style") == std::string::npos);
  CHECK(svg.find("<script") == std::string::npos);
  CHECK_FALSE(std::regex_search(svg, std::regex(" on[a-z]+=")));
  CHECK_FALSE(std::regex_search(svg, std::regex("[0-9]\\.[0-9]{3}")));
  CHECK(svg.find("Beans &lt;sold&gt; &amp; roasted") != std::string::npos);
}

TEST_CASE("a mark states its values with their units") {
  std::string svg = drawn(kGroups).svg.str();
  CHECK(svg.find("<title>Origin: Peru\nTown: Oslo\nBeans sold: 4.5 kg</title>") != std::string::npos);
}

TEST_CASE("an entity has its configured colour, and others use the remaining colours") {
  chart::DrawOptions options = chart_test::in_english();
  options.colour_slots = {{"Peru", 1}, {"Chile", 2}};
  Case chart(kGroups);
  auto plot = chart.plot(options);
  REQUIRE(plot);
  CHECK(plot->colours.slots == std::map<std::string, int>{{"Kenya", 2}, {"Peru", 1}});
}

TEST_CASE("the data table of a chart lists the dimensions first") {
  CHECK(drawn(kLines).columns == std::vector<size_t>{0, 1, 2});
  CHECK(drawn(kLong).columns == std::vector<size_t>{0, 1});
}

TEST_CASE("the size of a drawing follows the plotting area that the spec asks for") {
  Case chart(kLines);
  auto plot = chart.plot();
  REQUIRE(plot);
  CHECK(plot->panels.front().width == 320);
  CHECK(plot->panels.front().height == 120);
  CHECK(drawn(kLong, narrow()).width == 360);
}

TEST_CASE("labels do not overlap, regardless of their number") {
  for (size_t count : {2, 7, 20, 60, 200}) {
    json chart = kLong;
    chart["spec"]["encoding"] = json::parse(R"({"x": {"field": "shop"}, "y": {"field": "beans"}})");
    chart["rows"] = json::array();
    for (size_t i = 0; i < count; ++i) chart["rows"].push_back({"Shop number " + std::to_string(1000 + i), 10 * i + 1});
    for (double width : {360.0, 720.0}) {
      Case made(chart);
      chart::DrawOptions options = chart_test::in_english();
      options.width = width;
      auto plot = made.plot(options);
      REQUIRE_MESSAGE(plot, made.messages());
      const chart::Axis& axis = *plot->panels.front().x_axis;
      const chart::Tick* last = nullptr;
      size_t labelled = 0;
      for (const chart::Tick& tick : axis.ticks) {
        if (tick.lines.empty()) continue;
        ++labelled;
        // Rotated labels do not overlap if their centres are a line height apart.
        if (last && axis.angle == -90) CHECK(tick.at - last->at >= axis.font_size);
        if (last && axis.angle == -45) CHECK((tick.at - last->at) * 0.7071 >= axis.font_size);
        last = &tick;
      }
      CHECK(labelled >= 2);
      CHECK(plot->panels.front().left >= axis.before);
    }
  }
}

TEST_CASE("a value between two gaps in a line is shown as a point") {
  json chart = kLines;
  chart["rows"] =
      json::parse(R"([["2025-01-01", "Oslo", 4], ["2025-02-01", "Oslo", null], ["2025-03-01", "Oslo", 5]])");
  Case made(chart);
  auto plot = made.plot();
  REQUIRE(plot);
  REQUIRE(plot->panels.front().shapes.size() == 2);
  CHECK(plot->panels.front().shapes[0].kind == chart::Shape::Kind::symbol);
}
