// Tests that a chart is refused, or drawn differently, if readers would misread it.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "unit/chart/chart_case.h"

namespace {

using chart_test::Case;
using nlohmann::json;

const json kSaleFields = json::parse(R"([{"name": "town"}, {"name": "shop"}, {"name": "sold", "type": "number"},
  {"name": "shops", "type": "integer", "format": ",d"}])");

Case sale_case(const std::string& spec, const std::string& rows) {
  json all = json::parse(spec);
  all["data"] = "rows", all["title"] = "Beans sold";
  return Case(all.dump(2), kSaleFields, json::parse(rows));
}

// Returns the codes and first lines of the errors and warnings.
std::string reported_for(const std::string& spec, const std::string& rows) {
  Case chart = sale_case(spec, rows);
  std::string found;
  chart.draw();
  for (const auto& diagnostic : chart.diagnostics.list()) found += diagnostic.code + ": " + diagnostic.message + "\n";
  return found;
}

const std::string kThreeSales = R"([["Oslo", "A", 10, 1], ["Rome", "A", 35, 2], ["Lima", "B", 20, 1]])";

std::string sold(const std::string& mark, const std::string& keys) {
  return fmt::format(R"({{"mark": "{}", "encoding": {{"x": {{"field": "town"}}, "y": {{"field": "sold", {}}}}}}})",
                     mark, keys);
}

std::vector<std::string> x_labels(const Case& made, const chart::Plot& plot) {
  REQUIRE_MESSAGE(plot.panels.front().x_axis, made.messages());
  std::vector<std::string> labels;
  for (const chart::Tick& tick : plot.panels.front().x_axis->ticks)
    if (!tick.lines.empty()) labels.push_back(tick.lines.front());
  return labels;
}

}  // namespace

TEST_CASE("a bar or an area that cannot begin at zero is refused") {
  const std::string scale = R"("scale": {{"domain": [10, 40]{}}})";
  for (const char* more : {"", R"(, "clamp": true)", R"(, "nice": true)"}) {
    CAPTURE(more);
    const std::string keys = fmt::format(fmt::runtime(scale), more);
    CHECK(reported_for(sold("bar", keys), kThreeSales) ==
          "chart-baseline: a bar shows a value by its length, but the domain of y leaves out zero\n");
    CHECK(reported_for(sold("area", keys), kThreeSales) ==
          "chart-baseline: an area shows a value by its height, but the domain of y leaves out zero\n");
    CHECK(reported_for(sold("point", keys), kThreeSales) == "");
    CHECK(reported_for(sold("line", keys), kThreeSales) == "");
  }
  CHECK(reported_for(sold("bar", R"("scale": {"domainMin": 5})"), kThreeSales).starts_with("chart-baseline"));
  CHECK(reported_for(sold("bar", R"("stack": null, "scale": {"zero": false})"), kThreeSales)
            .starts_with("chart-baseline"));
  CHECK(reported_for(sold("bar", R"("scale": {"type": "log"})"), kThreeSales) ==
        "chart-baseline: a bar shows a value by its length, but y is logarithmic and has no zero\n");
  CHECK(reported_for(sold("point", R"("scale": {"type": "log"})"), kThreeSales) == "");
  // A range does not begin at zero.
  CHECK(reported_for(R"({"mark": "bar", "encoding": {"y": {"field": "town"}, "x2": {"field": "shops"},
    "x": {"field": "sold", "scale": {"type": "log"}}}})",
                     kThreeSales) == "");
}

TEST_CASE("the other end of a range, a datum and a tick outside the domain are refused, as values are") {
  CHECK(reported_for(R"({"mark": "bar", "encoding": {"y": {"field": "town"}, "x2": {"field": "shops"},
    "x": {"field": "sold", "scale": {"domain": [5, 40]}}}})",
                     kThreeSales) == "chart-domain: the domain leaves out 1: \"shops\" in row 1 (\"Oslo\")\n");
  const std::string ruled = R"({{"note": "The line is the aim.", "layer": [
    {{"mark": {{"type": "point", "clip": true}}, "encoding": {{"y": {{"field": "town"}},
      "x": {{"field": "sold", "scale": {{"domain": [0, 40]}}}}}}}},
    {{"mark": "rule", "encoding": {{"x": {{"datum": {}}}}}}}]}})";
  CHECK(reported_for(fmt::format(fmt::runtime(ruled), 40), kThreeSales) == "");
  CHECK(reported_for(fmt::format(fmt::runtime(ruled), 60), kThreeSales) ==
        "chart-domain: the domain of x leaves out the datum 60\n");
  CHECK(reported_for(sold("bar", R"("axis": {"values": [0, 7, 35]})"), kThreeSales) == "");
  CHECK(reported_for(sold("bar", R"("axis": {"values": [0, 7, 99]})"), kThreeSales) ==
        "chart-domain: the axis y does not reach 99, which \"values\" lists: it goes from 0 to 35\n");
  CHECK(reported_for(sold("bar", R"("scale": {"domain": [0, 40]}, "axis": {"values": [0, 7, 99]})"), kThreeSales) ==
        "chart-domain: the axis y does not reach 99, which \"values\" lists\n");
  CHECK(reported_for(R"({"mark": "point", "encoding": {"y": {"field": "sold"},
    "x": {"field": "town", "axis": {"values": ["Oslo", "Rom"]}}}})",
                     kThreeSales) == "chart-domain: the axis x does not reach Rom, which \"values\" lists\n");
}

TEST_CASE("bars and areas are neither clamped nor clipped, because their length would not show their value") {
  for (const char* mark : {"bar", "area"}) {
    CHECK(reported_for(sold(mark, R"("scale": {"domain": [0, 20], "clamp": true})"), kThreeSales) ==
          "chart-domain: the domain leaves out 35: \"sold\" in row 2 (\"Rome\")\n");
  }
  CHECK(reported_for(R"({"mark": {"type": "bar", "clip": true}, "encoding": {"x": {"field": "town"},
    "y": {"field": "sold", "scale": {"domainMax": 20}}}})",
                     kThreeSales)
            .starts_with("chart-domain"));
  CHECK(reported_for(sold("point", R"("scale": {"domain": [0, 20], "clamp": true})"), kThreeSales) == "");
}

TEST_CASE("a tick that only some panels reach is no mistake, one that none reaches is") {
  const std::string panels = R"({{"mark": "point", "resolve": {{"scale": {{"y": "independent"}}}},
    "encoding": {{"column": {{"field": "shop"}}, "x": {{"field": "town"}},
      "y": {{"field": "sold", "axis": {{"values": [10, {}]}}}}}}}})";
  CHECK(reported_for(fmt::format(fmt::runtime(panels), 30), kThreeSales) == "");
  CHECK(reported_for(fmt::format(fmt::runtime(panels), 99), kThreeSales)
            .starts_with("chart-domain: the axis y does not reach 99"));
}

TEST_CASE("layers that disagree on their common axis are refused") {
  const std::string layers = R"({{"layer": [
    {{"mark": "bar", "encoding": {{"x": {{"field": "town"}}, "y": {{"field": "sold", "axis": {{{}}}}}}}}},
    {{"mark": "point", "encoding": {{"x": {{"field": "town"}}, "y": {{"field": "sold", "axis": {{{}}}}}}}}}]}})";
  const auto reported = [&](const char* first, const char* second) {
    return reported_for(fmt::format(fmt::runtime(layers), first, second), kThreeSales);
  };
  CHECK(reported(R"("orient": "right")", R"("orient": "left")") ==
        "chart-no-effect: another layer states a different \"orient\" of the axis y, which they share\n");
  CHECK(reported(R"("format": "d")", R"("format": ".1f")") ==
        "chart-no-effect: another layer states a different \"format\" of the axis y, which they share\n");
  CHECK(reported(R"("orient": "right")", R"("orient": "right", "tickCount": 3)") == "");
  CHECK(reported(R"("orient": "right")", "") == "");
}

TEST_CASE("a band has a gap where one of its ends is unknown, and both ends of a single range are drawn") {
  Case made(R"({"data": "rows", "title": "Range", "mark": "area",
                "encoding": {"x": {"field": "day"}, "y": {"field": "low"}, "y2": {"field": "high"}}})",
            json::parse(R"([{"name": "day", "type": "number"}, {"name": "low", "type": "number"},
                            {"name": "high", "type": "number"}])"),
            json::parse("[[1, 2, 4], [2, 2, null], [3, 3, 5], [4, 3, 6]]"));
  const auto plot = made.plot();
  REQUIRE_MESSAGE(plot, made.messages());
  REQUIRE(plot->panels.front().shapes.front().path.size() == 1);
  CHECK(plot->panels.front().shapes.front().path.front().size() == 4);
  const auto is_point = [](const chart::Shape& shape) { return shape.kind == chart::Shape::Kind::symbol; };
  CHECK(std::ranges::count_if(plot->panels.front().shapes, is_point) == 2);
}

TEST_CASE("a clipped mark beyond the domain takes no space from the plot") {
  auto width = [](const char* domain) {
    Case made =
        sale_case(fmt::format(R"({{"mark": {{"type": "point", "clip": true}}, "encoding": {{"y": {{"field": "town"}},
      "x": {{"field": "sold", "scale": {{"domain": {}}}}}}}}})",
                              domain),
                  kThreeSales);
    auto plot = made.plot();
    REQUIRE_MESSAGE(plot, made.messages());
    return plot->panels.front().width;
  };
  CHECK(width("[0, 20]") == doctest::Approx(width("[0, 40]")).epsilon(0.02));
}

TEST_CASE(
    "rows that a bar would add up, or a line join, are a warning unless something distinguishes them or their sum is "
    "asked for") {
  const std::string twice = R"([["Oslo", "A", 3, 1], ["Rome", "A", 5, 2], ["Oslo", "B", 5, 1]])";
  CHECK(reported_for(sold("bar", R"("type": "quantitative")"), twice) ==
        "chart-stack: row 1 (\"Oslo\") and row 3 (\"Oslo\") would be one bar of their sum\n");
  CHECK(reported_for(sold("bar", R"("stack": "zero")"), twice) == "");
  CHECK(reported_for(sold("bar", R"("stack": null)"), twice) == "");
  const std::string by = R"({{"mark": "bar", "encoding": {{"x": {{"field": "town"}}, "y": {{"field": "sold"}},
    "{}": {{"field": "shop"}}}}}})";
  for (const char* channel : {"color", "xOffset", "detail", "order", "row"})
    CHECK(reported_for(fmt::format(fmt::runtime(by), channel), twice) == "");
  CHECK(reported_for(sold("line", R"("type": "quantitative")"), twice) ==
        "chart-series: one line would join row 1 (\"Oslo\") and row 3 (\"Oslo\"), which have the same value of "
        "\"town\"\n");
}

TEST_CASE("shares of negative values are refused") {
  const std::string negative = R"([["Oslo", "A", 3, 1], ["Oslo", "B", -2, 1]])";
  const std::string shares = R"({{"mark": "bar", "encoding": {{"x": {{"field": "town"}}, "color": {{"field": "shop"}},
    "y": {{"field": "sold", "stack": "{}"}}}}}})";
  for (const char* stack : {"normalize", "center"})
    CHECK(reported_for(fmt::format(fmt::runtime(shares), stack), negative) ==
          fmt::format("chart-stack: \"stack: {}\" shows parts of a whole, but \"sold\" is -2 in row 2 (\"Oslo\")\n",
                      stack));
  CHECK(reported_for(fmt::format(fmt::runtime(shares), "zero"), negative) == "");
}

TEST_CASE("a negative size is refused") {
  CHECK(reported_for(R"({"mark": "point", "encoding": {"x": {"field": "town"}, "y": {"field": "shops"},
    "size": {"field": "sold"}}})",
                     R"([["Oslo", "A", 3, 1], ["Rome", "B", -2, 1]])") ==
        "chart-type: a size cannot be negative, as \"sold\" is in row 2\n");
}

TEST_CASE("more categories than shapes are refused") {
  std::string rows;
  for (int i = 0; i < 9; ++i) rows += fmt::format("{}[\"T{}\", \"A\", {}, 1]", i ? ", " : "[", i, i);
  CHECK(reported_for(R"({"mark": "point", "encoding": {"x": {"field": "sold"}, "y": {"field": "shops"},
    "shape": {"field": "town"}}})",
                     rows + "]") == "chart-series: \"town\" has 9 categories; a chart has at most 8 shapes\n");
}

TEST_CASE("texts have the colour that their layer states, but not one of all layers") {
  auto classes = [](const char* spec) {
    Case made = sale_case(spec, kThreeSales);
    auto plot = made.plot();
    REQUIRE_MESSAGE(plot, made.messages());
    std::string last;
    for (const chart::Shape& shape : plot->panels.front().shapes)
      if (shape.kind == chart::Shape::Kind::text) last = shape.classes;
    return last;
  };
  CHECK(classes(R"({"mark": "text", "encoding": {"x": {"field": "sold"}, "y": {"field": "shops"},
    "text": {"field": "town"}, "color": {"field": "shop"}}})") == "mark-text series-2 coloured");
  CHECK(classes(R"({"encoding": {"x": {"field": "sold"}, "y": {"field": "shops"}, "color": {"field": "shop"}},
    "layer": [{"mark": "point"}, {"mark": "text", "encoding": {"text": {"field": "town"}}}]})") ==
        "mark-text series-2");
  CHECK(reported_for(R"({"mark": "text", "encoding": {"x": {"field": "sold"}, "y": {"field": "shops"},
    "text": {"field": "town"}, "color": {"field": "sold"}}})",
                     kThreeSales)
            .starts_with("chart-no-effect"));
}

TEST_CASE("a line at a number of the spec has words that say what it is, unless it is zero") {
  const auto reported = [](const char* line, const char* more, const char* text = "") {
    return reported_for(fmt::format(R"({{{} "layer": [
      {{"mark": "bar", "encoding": {{"x": {{"field": "sold"}}, "y": {{"field": "town"}}}}}}{},
      {{"mark": "rule", "encoding": {{{}}}}}]}})",
                                    more, text, line),
                        kThreeSales);
  };
  const char* const line = R"("x": {"datum": 20})";
  CHECK(reported(line, "") == "figure-without-source: nothing says what the line at x: 20 is\n");
  CHECK(reported(R"("x": {"datum": 0})", "") == "");
  CHECK(reported(R"("x": {"field": "shops"})", "") == "");
  CHECK(reported(R"("y": {"datum": "Oslo"})", "") == "");
  CHECK(reported(R"("x": {"datum": 20}, "color": {"datum": "The aim"})", "") == "");
  CHECK(reported(line, R"("annotations": [{"x": 20, "text": "The aim"}],)") == "");
  CHECK(reported(line, R"("annotations": [{"x": 15, "text": "Another"}],)") != "");
  CHECK(reported(line, R"("note": "The line is the aim.",)") == "");
  const char* const text =
      R"(, {"mark": "text", "encoding": {"x": {"datum": 20}, "y": {"datum": "Oslo"}, "text": {"value": "The aim"}}})";
  CHECK(reported(line, "", text) == "");
}

TEST_CASE("a range from a value to itself is visible, but a bar of zero has no length") {
  const auto length = [](const char* more) {
    Case made = sale_case(fmt::format(R"({{"mark": "bar", "encoding": {{"x": {{"field": "sold"}}, "y": {{"field":
      "town"}}{}}}}})",
                                      more),
                          R"([["Oslo", "A", 0, 0], ["Rome", "A", 5, 2]])");
    auto plot = made.plot();
    REQUIRE_MESSAGE(plot, made.messages());
    return plot->panels.front().shapes.front().width;
  };
  CHECK(length(R"(, "x2": {"field": "shops"})") == 1.5);
  CHECK(length("") == 0);
}

TEST_CASE("pale points have an edge, except rings and thousands of points") {
  const auto is_edged = [](const std::string& mark, size_t rows = 3) {
    std::string data;
    for (size_t i = 0; i < rows; ++i) data += fmt::format(R"({}["Oslo", "A", {}, {}])", i ? ", " : "", i, i % 7);
    Case made = sale_case(fmt::format(R"({{"mark": {{"type": "point", "opacity": 0.2{}}}, "encoding": {{
      "x": {{"field": "sold"}}, "y": {{"field": "shops"}}}}}})",
                                      mark),
                          ("[" + data + "]").c_str());
    auto plot = made.plot();
    REQUIRE_MESSAGE(plot, made.messages());
    return plot->panels.front().shapes.front().classes.ends_with(" edged");
  };
  CHECK(is_edged(""));
  CHECK_FALSE(is_edged(R"(, "filled": false)"));
  CHECK_FALSE(is_edged("", 2001));
}

TEST_CASE("points and bars coloured by a quantity have an edge, since light steps resemble the paper") {
  Case made = sale_case(R"({"mark": "point", "encoding": {"x": {"field": "sold"}, "y": {"field": "shops"},
    "color": {"field": "sold"}}})",
                        kThreeSales);
  auto plot = made.plot();
  REQUIRE_MESSAGE(plot, made.messages());
  for (const chart::Shape& shape : plot->panels.front().shapes) CHECK(shape.classes.ends_with(" edged"));
}

TEST_CASE("a column of whole numbers has ticks at whole numbers, and a single value has all its digits") {
  Case counts =
      sale_case(R"({"mark": "bar", "encoding": {"y": {"field": "town"}, "x": {"field": "shops"}}})", kThreeSales);
  auto plot = counts.plot();
  REQUIRE_MESSAGE(plot, counts.messages());
  CHECK(x_labels(counts, *plot) == std::vector<std::string>{"0", "1", "2"});
  Case same = sale_case(R"({"mark": "point", "encoding": {"y": {"field": "town"},
    "x": {"field": "sold", "scale": {"zero": false}}}})",
                        R"([["Oslo", "A", 5, 1], ["Rome", "A", 5, 2]])");
  auto single = same.plot();
  REQUIRE_MESSAGE(single, same.messages());
  CHECK(x_labels(same, *single) == std::vector<std::string>{"5"});
}

TEST_CASE("a stated width does not apply to a phone that is narrower") {
  for (int width : {200, 600}) {
    Case made = sale_case(fmt::format(R"({{"mark": "bar", "width": {}, "encoding": {{"y": {{"field": "town"}},
      "x": {{"field": "sold"}}}}}})",
                                      width),
                          kThreeSales);
    chart::DrawOptions options = chart_test::in_english();
    options.width = 320;
    auto drawing = made.draw(options);
    REQUIRE_MESSAGE(drawing, made.messages());
    CHECK((drawing->width == 320) == (width == 600));
    CHECK(made.plot()->panels.front().width == width);
  }
}

TEST_CASE("a tick has no rounded label, because that would name another place") {
  const auto labels = [](const std::string& axis) {
    Case made =
        sale_case(fmt::format(R"({{"mark": "point", "encoding": {{"y": {{"field": "town"}}, "x": {{"field": "sold",
      "scale": {{"domain": [0, 0.9]}}, "axis": {{{}}}}}}}}})",
                              axis),
                  R"([["Oslo", "A", 0.3, 1], ["Rome", "A", 0.7, 2]])");
    const auto plot = made.plot();
    REQUIRE_MESSAGE(plot, made.messages());
    return fmt::format("{}", fmt::join(x_labels(made, *plot), " "));
  };
  CHECK(labels(R"("format": ".0f", "tickCount": 4)") == "0.0 0.2 0.4 0.6 0.8");
  CHECK(labels(R"("format": "d", "tickCount": 4)") == "0 0.2 0.4 0.6 0.8");
  CHECK(labels(R"("format": ".1f", "values": [0.25, 0.5])") == "0.25 0.50");
  CHECK(labels(R"("values": [0.125, 0.5])") == "0.125 0.500");
  CHECK(labels(R"("format": ".0%", "values": [0.125, 0.5])") == "12.5% 50.0%");
  // A third has no exact label.
  CHECK(labels(R"("format": ".1f", "values": [0.33333333])") == "0.3");
}

TEST_CASE("a number of the spec is not drawn as if it were one of the data") {
  const auto reported = [](const char* mark, const char* encoding) {
    return reported_for(fmt::format(R"({{"layer": [
      {{"mark": "bar", "encoding": {{"x": {{"field": "sold"}}, "y": {{"field": "town"}}}}}},
      {{"mark": "{}", "encoding": {{{}}}}}]}})",
                                    mark, encoding),
                        kThreeSales);
  };
  for (const char* mark : {"bar", "point", "tick"})
    CHECK(reported(mark, R"("x": {"datum": 20}, "y": {"datum": "Bonn"})") ==
          fmt::format("figure-without-source: this {} shows the number 20, which has no source\n", mark));
  CHECK(reported("point", R"("x": {"datum": 20}, "y": {"field": "town"})").starts_with("figure-without-source"));
  CHECK(reported("bar", R"("x": {"field": "sold"}, "x2": {"datum": 12}, "y": {"field": "town"})") == "");
  CHECK(reported("bar", R"("x": {"value": 50}, "y": {"field": "town"})") ==
        "figure-without-source: this bar shows the number 50, which has no source\n");
  CHECK(reported("point", R"("x": {"value": 50}, "y": {"field": "town"})") == "");
  CHECK(reported("rect", R"("x": {"datum": 20}, "x2": {"datum": 30})") == "");
}
