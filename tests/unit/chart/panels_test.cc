// Tests small multiples, names at the ends of lines, positions of texts, colours of quantities, and the layout for
// narrow screens.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "markup/text_width.h"
#include "unit/chart/chart_case.h"

namespace {

using chart_test::Case;
using nlohmann::json;

const json kFields = json::parse(R"([
  {"name": "month", "title": "Month", "type": "integer"}, {"name": "town", "title": "Town"},
  {"name": "rain", "title": "Rain", "type": "number", "unit": "mm"}])");
const json kRows = json::parse(R"([
  [1, "Oslo", 50], [2, "Oslo", 36], [3, "Oslo", 48], [1, "Rome", 67], [2, "Rome", 73], [3, "Rome", 57],
  [1, "Lima", 1], [2, "Lima", 0], [3, "Lima", 1]])");

json with_spec(const char* spec, const json& rows = kRows) {
  return {{"spec", json::parse(spec)}, {"fields", kFields}, {"rows", rows}};
}

chart::Plot plotted(const json& chart, double width = 720) {
  Case made(chart);
  chart::DrawOptions options = chart_test::in_english();
  options.width = width;
  auto plot = made.plot(options);
  REQUIRE_MESSAGE(plot, made.messages());
  return *plot;
}

const char* const kPanels = R"({"data": "rows", "title": "Rain", "mark": "bar", "encoding": {
  "x": {"field": "month", "type": "ordinal"}, "y": {"field": "rain"}, "column": {"field": "town"}}})";

std::vector<const chart::Shape*> texts_of(const chart::Panel& panel, std::string_view classes) {
  std::vector<const chart::Shape*> texts;
  for (const chart::Shape& shape : panel.shapes)
    if (shape.kind == chart::Shape::Kind::text && shape.classes.starts_with(classes)) texts.push_back(&shape);
  return texts;
}

const char* const kNamed = R"({"data": "rows", "title": "Rain", "mark": "line", "encoding": {
  "x": {"field": "month"}, "y": {"field": "rain"}, "color": {"field": "town"}}})";

}  // namespace

TEST_CASE("panels share their scales, and wrap if they do not fit in one row") {
  chart::Plot wide = plotted(with_spec(kPanels));
  REQUIRE(wide.panels.size() == 3);
  CHECK(wide.panels[0].column == "Lima");
  CHECK(wide.panels[2].line == 0);
  CHECK(wide.panels[0].labels_y);
  CHECK_FALSE(wide.panels[1].labels_y);
  CHECK(wide.panels[0].scales.at(chart::Channel::y).to == wide.panels[1].scales.at(chart::Channel::y).to);
  CHECK(wide.panels[2].left + wide.panels[2].width <= wide.full_width);

  chart::Plot narrow = plotted(with_spec(kPanels), 320);
  CHECK(narrow.panels[2].line > narrow.panels[0].line);
  CHECK(narrow.panels[0].width >= 100);
  for (const chart::Panel& panel : narrow.panels) CHECK(panel.labels_x);
}

TEST_CASE("panels with independent scales use them") {
  json chart = with_spec(kPanels);
  chart["spec"]["resolve"] = {{"scale", {{"y", "independent"}}}};
  chart::Plot plot = plotted(chart);
  CHECK(plot.panels[0].scales.at(chart::Channel::y).to == 1);
  CHECK(plot.panels[2].scales.at(chart::Channel::y).to == 80);
  for (const chart::Panel& panel : plot.panels) CHECK(panel.labels_y);
}

TEST_CASE("lines that end together have their names at their ends, without a legend and without overlaps") {
  chart::Plot plot = plotted(with_spec(kNamed));
  CHECK(plot.legend.empty());
  auto names = texts_of(plot.panels.front(), "line-name");
  REQUIRE(names.size() == 3);
  for (size_t i = 1; i < names.size(); ++i) CHECK(names[i]->y - names[i - 1]->y >= names[i]->font_size);
  for (const chart::Shape* name : names) {
    const double end = plot.panels.front().left + name->x + markup::text_width(name->text, name->font_size);
    CHECK(end <= plot.full_width);
  }
  // In a narrow picture names do not fit, and names of lines that end early would be far from the lines.
  CHECK_FALSE(plotted(with_spec(kNamed), 320).legend.empty());
  json early = kRows;
  early[2] = json::parse(R"([1.5, "Oslo", 40])");
  early[1] = json::parse(R"([1.2, "Oslo", 40])");
  json fields = kFields;
  fields[0]["type"] = "number";
  CHECK_FALSE(plotted({{"spec", json::parse(kNamed)}, {"fields", fields}, {"rows", early}}).legend.empty());
}

TEST_CASE("names next to points are omitted if they would cover points or other names") {
  json rows = json::array();
  for (int i = 0; i < 150; ++i) rows.push_back({i % 8, "Town number " + std::to_string(i), 10 + (i * 7) % 23});
  chart::Plot plot = plotted(with_spec(R"({"data": "rows", "title": "Rain", "encoding": {
    "x": {"field": "month"}, "y": {"field": "rain"}}, "layer": [
    {"mark": "point"}, {"mark": "text", "encoding": {"text": {"field": "town"}}}]})",
                                       rows));
  auto names = texts_of(plot.panels.front(), "mark-text");
  CHECK(names.size() >= 5);
  CHECK(names.size() < 150);
  auto left = [](const chart::Shape& text) {
    const double width = markup::text_width(text.text, text.font_size);
    return text.anchor == "middle" ? text.x - width / 2 : text.anchor == "end" ? text.x - width : text.x;
  };
  for (size_t i = 0; i < names.size(); ++i) {
    for (size_t k = 0; k < i; ++k) {
      const chart::Shape &a = *names[i], &b = *names[k];
      const bool beside =
          left(a) >= left(b) + markup::text_width(b.text, 12) || left(b) >= left(a) + markup::text_width(a.text, 12);
      const bool apart = beside || std::abs(a.y - b.y) >= 0.7 * 12;
      CHECK_MESSAGE(apart, a.text << " and " << b.text);
    }
  }
}

TEST_CASE("numbers in cells shrink to fit, and are light on dark cells") {
  const char* spec = R"({"data": "rows", "title": "Rain", "encoding": {
    "x": {"field": "month", "type": "ordinal"}, "y": {"field": "town"}}, "layer": [
    {"mark": "rect", "encoding": {"color": {"field": "rain"}}},
    {"mark": "text", "encoding": {"text": {"field": "rain"}}}]})";
  chart::Plot plot = plotted(with_spec(spec));
  std::set<std::string> classes;
  for (const chart::Shape& shape : plot.panels.front().shapes)
    if (shape.row == 4u || shape.row == 7u) classes.insert(shape.classes);
  CHECK(classes == std::set<std::string>{"mark-rect ramp-0", "mark-rect ramp-8", "mark-text on-cell",
                                         "mark-text on-cell coloured on-far"});
  // With 60 columns there is no space for even a single letter.
  json rows = json::array();
  for (int i = 0; i < 60; ++i) rows.push_back({i, "Oslo", i + 0.5});
  CHECK(texts_of(plotted(with_spec(spec, rows)).panels.front(), "mark-text").empty());
}

TEST_CASE("a domain with a middle uses a diverging scale") {
  chart::Plot plot = plotted(with_spec(R"({"data": "rows", "title": "Rain", "mark": "bar", "encoding": {
    "x": {"field": "month", "type": "ordinal"}, "y": {"field": "rain", "stack": null},
    "xOffset": {"field": "town"}, "color": {"field": "rain", "scale": {"domainMid": 48}}}})"));
  std::set<std::string> classes;
  for (const chart::Shape& shape : plot.panels.front().shapes) classes.insert(shape.classes);
  CHECK(classes.contains("mark-bar div-0 edged"));
  CHECK(classes.contains("mark-bar div-4 edged"));
  CHECK(classes.contains("mark-bar div-8 edged"));
}

TEST_CASE("the narrow layout is a different picture of the same data") {
  Case made(with_spec(R"({"data": "rows", "title": "Rain", "mark": "line", "height": 200,
    "encoding": {"x": {"field": "month"}, "y": {"field": "rain"}, "color": {"field": "town"}},
    "narrow": {"mark": "bar", "height": 300, "encoding": {"x": {"field": "rain"}, "y": {"field": "town"}}}})"));
  REQUIRE_MESSAGE(made.spec, made.messages());
  REQUIRE(made.spec->narrow);
  CHECK(made.spec->layers.front().mark.type == chart::MarkType::line);
  CHECK(made.spec->narrow->layers.front().mark.type == chart::MarkType::bar);
  CHECK(made.spec->narrow->height == 300);
  CHECK(made.spec->narrow->title == "Rain");
  CHECK_FALSE(made.spec->narrow->layers.front().find(chart::Channel::color));
}

TEST_CASE("layers share one scale for each axis") {
  Case made(with_spec(R"({"data": "rows", "title": "Rain", "mark": "line",
  "encoding": {"x": {"field": "month"}, "y": {"field": "rain"}}, "resolve": {"scale": {"y": "independent"}}})"));
  CHECK_FALSE(made.spec);
  CHECK(made.messages().find(
            "error[unsupported-value]: layers share their scales here; only panels can have separate scales") !=
        std::string::npos);
}

TEST_CASE("for a feature of Vega-Lite that charts lack, the error names the nearest alternative") {
  const auto messages = [](std::string_view mark) {
    const std::string spec = fmt::format(R"({{"data": "rows", "title": "Rain", "mark": {},
      "encoding": {{"x": {{"field": "rain"}}, "y": {{"field": "town"}}}}}})",
                                         mark);
    return Case(with_spec(spec.c_str())).messages();
  };
  CHECK(messages("\"trail\"").find("the nearest here: mark: line") != std::string::npos);
  CHECK(messages(R"({"type": "bar", "thickness": 3})").find("the nearest here: strokeWidth") != std::string::npos);
  CHECK(messages(R"({"type": "errorbar", "extent": "ci"})").find("charts do not compute: \"ci\"") != std::string::npos);
}
