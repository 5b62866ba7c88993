// Tests that unusual data are drawn as well as possible, or rejected with a message that explains the problem.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <limits>
#include <set>

#include "unit/chart/chart_case.h"
#include "unit/chart/svg_texts.h"

namespace {

using chart_test::Case;
using chart_test::Picture;
using nlohmann::json;

constexpr double kWidths[] = {720, 320};

const json kAmounts =
    json::parse(R"([{"name": "town", "title": "Town"}, {"name": "sold", "title": "Sold", "type": "number"}])");

json spec_of(const std::string& mark, const json& encoding) {
  return {{"data", "rows"}, {"title", "Beans sold"}, {"mark", mark}, {"encoding", encoding}};
}

using Rows = std::vector<std::vector<json>>;

json chart_of(const std::string& mark, const json& encoding, const Rows& rows, const json& fields = kAmounts) {
  return {{"spec", spec_of(mark, encoding)}, {"fields", fields}, {"rows", rows}};
}

const json kUpright = {{"x", {{"field", "town"}}}, {"y", {{"field", "sold"}}}};
const json kSideways = {{"y", {{"field", "town"}}}, {"x", {{"field", "sold"}}}};

chart::DrawOptions options_of(double width) {
  chart::DrawOptions options = chart_test::in_english();
  options.width = width;
  return options;
}

bool is_label(const chart_test::TextBox& box) {
  return box.classes.empty() || box.classes == "axis-title" || box.classes.starts_with("legend");
}

// Returns flaws that an editor would reject, cut or overlapping labels; "" if there are none.
std::string flaws(const Picture& picture) {
  std::vector<const chart_test::TextBox*> labels;
  for (const auto& box : picture.texts) {
    if (is_label(box)) labels.push_back(&box);
  }
  std::string found;
  for (size_t i = 0; i < labels.size(); ++i) {
    const auto& label = *labels[i];
    if (!is_inside(label, picture)) {
      found += fmt::format("\"{}\" begins at {:.1f}, {:.1f} and ends at {:.1f}, {:.1f} in a picture of {} by {}\n",
                           label.text, label.corners[0][0], label.corners[0][1], label.corners[2][0],
                           label.corners[2][1], picture.width, picture.height);
    }
    for (size_t k = 0; k < i; ++k) {
      if (overlap(label, *labels[k])) found += fmt::format("\"{}\" lies on \"{}\"\n", label.text, labels[k]->text);
    }
  }
  return found;
}

// Draws a chart in both widths, checks its labels, and returns the pictures.
std::vector<std::string> drawings(const json& chart) {
  std::vector<std::string> pictures;
  for (double width : kWidths) {
    CAPTURE(width);
    CAPTURE(chart["spec"].dump());
    Case made(chart);
    auto drawing = made.draw(options_of(width));
    CHECK_MESSAGE(drawing, made.messages());
    if (!drawing) continue;
    const std::string& svg = drawing->svg.str();
    CHECK(svg.find("nan") == std::string::npos);
    CHECK(svg.find("inf") == std::string::npos);
    CHECK(drawing->width <= width);
    CHECK(flaws(chart_test::read_picture(svg)) == "");
    pictures.push_back(svg);
  }
  return pictures;
}

size_t count(const std::string& text, const std::string& part) {
  size_t found = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

// Returns the first line of each message.
std::string refused(const json& chart) {
  Case made(chart);
  CHECK_FALSE(made.draw());
  std::string messages;
  for (const auto& diagnostic : made.diagnostics.list()) {
    messages += fmt::format("{}{}: {}", messages.empty() ? "" : "\n", diagnostic.code, diagnostic.message);
  }
  return messages;
}

Rows towns(size_t number) {
  Rows rows;
  for (size_t i = 0; i < number; ++i)
    rows.push_back({fmt::format("Town {}", 1000 + i), static_cast<double>(i % 37) + 1});
  return rows;
}

}  // namespace

TEST_CASE("a chart without rows, or without values, is an error") {
  for (const char* mark : {"bar", "line", "point", "area", "tick"}) {
    CHECK(refused(chart_of(mark, kUpright, Rows())) == "chart-empty: the data \"rows\" has no rows to draw");
    CHECK(refused(chart_of(mark, kUpright, {{"Oslo", nullptr}, {"Rome", nullptr}})) ==
          "chart-empty: no row of \"rows\" has a value in every field that this chart shows");
  }
}

TEST_CASE("one row is enough for any mark") {
  for (const char* mark : {"bar", "line", "point", "area", "tick"}) {
    for (const json& encoding : {kUpright, kSideways}) {
      for (const std::string& svg : drawings(chart_of(mark, encoding, {{"Oslo", 3.5}}))) {
        CHECK(count(svg, "Sold: 3.5") == 1);
      }
      for (double value : {0.0, -4.0, 1e300, 1e-300}) drawings(chart_of(mark, encoding, {{"Oslo", value}}));
    }
  }
}

TEST_CASE("a category may have several rows") {
  for (const char* mark : {"bar", "point", "tick"}) {
    for (const json& encoding : {kUpright, kSideways})
      drawings(chart_of(mark, encoding, {{"Oslo", 3}, {"Oslo", 5}, {"Oslo", 5}}));
  }
}

TEST_CASE("500 categories are all drawn, and labelled where there is enough space") {
  for (const char* mark : {"bar", "point"}) {
    for (const json& encoding : {kUpright, kSideways}) {
      for (const std::string& svg : drawings(chart_of(mark, encoding, towns(500)))) {
        CHECK(count(svg, fmt::format("class=\"mark-{} ", mark)) == 500);
        CHECK(count(svg, "<text x=") >= 10);
      }
    }
  }
  json coloured = kUpright;
  coloured["color"] = {{"field", "town"}};
  CHECK(refused(chart_of("bar", coloured, towns(500))) ==
        "chart-series: \"town\" has 500 categories; a chart has at most 8 colours");
}

TEST_CASE("equal values give a valid axis") {
  for (double value : {7.0, 0.0, -7.0, 1e12, 1e-12}) {
    Rows rows = {{"Oslo", value}, {"Rome", value}, {"Lima", value}};
    for (const char* mark : {"bar", "line", "point", "area", "tick"}) {
      for (const json& encoding : {kUpright, kSideways}) drawings(chart_of(mark, encoding, rows));
    }
    json no_zero = kUpright;
    no_zero["y"]["scale"] = {{"zero", false}};
    drawings(chart_of("point", no_zero, rows));
  }
  json log = kUpright;
  log["y"]["scale"] = {{"type", "log"}};
  drawings(chart_of("point", log, {{"Oslo", 100}, {"Rome", 100}}));
  drawings(chart_of("point", log, {{"Oslo", 37}, {"Rome", 37}}));
}

TEST_CASE("a value that a log scale cannot show is an error with its row") {
  json log = kUpright;
  log["y"]["scale"] = {{"type", "log"}};
  CHECK(refused(chart_of("point", log, {{"Oslo", 3}, {"Rome", -2.5}, {"Lima", 4}})) ==
        "chart-log-domain: a log scale cannot show -2.5: \"sold\" in row 2 (\"Rome\")");
  CHECK(refused(chart_of("tick", log, {{"Oslo", 0}, {"Rome", 2.5}, {"Lima", -4}})) ==
        "chart-log-domain: a log scale cannot show 0: \"sold\" in row 1 (\"Oslo\") and 1 more");
}

TEST_CASE("values over 20 orders of magnitude are drawn") {
  Rows rows;
  for (int power = -10; power <= 10; ++power) rows.push_back({fmt::format("Town {}", power), 3 * std::pow(10, power)});
  for (const char* type : {"linear", "sqrt", "log"}) {
    for (json encoding : {kUpright, kSideways}) {
      for (const char* axis : {"x", "y"}) {
        if (encoding[axis]["field"] == "sold") encoding[axis]["scale"] = {{"type", type}};
      }
      for (const std::string& svg : drawings(chart_of("point", encoding, rows))) CHECK(count(svg, "mark-point") == 21);
    }
  }
}

TEST_CASE("labels that are long, right-to-left, emoji or HTML are drawn without flaws") {
  const std::string words = "a town on the river with the longest name that anyone has ever written on a map of it ";
  const std::string long_words = (words + words + words).substr(0, 200), long_word(200, 'W');
  for (const std::string& name :
       std::vector<std::string>{long_words, long_word, "שוק הפירות הגדול", "سوق الفواكه", "🍎🍐👩🏽‍🌾",
                                "<b>Oslo</b>", "</text><script>alert(1)</script>", "\"Oslo\" & 'Rome'"}) {
    Rows rows = {{name, 3}, {"Rome", 5}, {name + " again", 4}};
    for (const char* mark : {"bar", "line", "point"}) {
      for (const json& encoding : {kUpright, kSideways}) {
        json coloured = encoding;
        coloured["color"] = {{"field", "town"}};
        for (const json& wanted : {encoding, coloured}) {
          for (const std::string& svg : drawings(chart_of(mark, wanted, rows))) {
            CHECK(svg.find("<script") == std::string::npos);
            CHECK(svg.find("<b>") == std::string::npos);
          }
        }
      }
    }
    json legend = {{"x", {{"field", "sold"}}}, {"y", {{"field", "sold"}}}, {"color", {{"field", "town"}}}};
    for (const std::string& svg : drawings(chart_of("point", legend, rows))) {
      CHECK(svg.find("<script") == std::string::npos);
    }
  }
  for (const std::string& svg : drawings(chart_of("bar", kSideways, {{"<b>Oslo</b>", 3}}))) {
    CHECK(svg.find(">&lt;b&gt;Oslo&lt;/b&gt;</text>") != std::string::npos);
  }
}

TEST_CASE("a legend of eight long names fits") {
  const json fields =
      json::parse(R"([{"name": "town"}, {"name": "sold", "type": "number"}, {"name": "x", "type": "number"}])");
  const json encoding = {{"x", {{"field", "x"}}}, {"y", {{"field", "sold"}}}, {"color", {{"field", "town"}}}};
  Rows rows;
  for (int i = 0; i < 8; ++i)
    rows.push_back({fmt::format("The market of town number {} by the sea and the river", i), i, 2 * i});
  for (const char* mark : {"line", "point", "bar", "area"}) drawings(chart_of(mark, encoding, rows, fields));
}

TEST_CASE("dates are sorted, leap days are valid, and invalid dates are errors") {
  const json fields = json::parse(
      R"([{"name": "day", "title": "Day", "type": "date"}, {"name": "sold", "title": "Sold", "type": "number"}])");
  const json encoding = {{"x", {{"field", "day"}}}, {"y", {{"field", "sold"}}}};
  const Rows ordered = {{"2024-02-27", 1}, {"2024-02-28", 2}, {"2024-02-29", 3}, {"2024-03-01", 4}, {"2024-03-02", 5}};
  const Rows mixed = {ordered[3], ordered[0], ordered[4], ordered[2], ordered[1]};
  for (const char* mark : {"bar", "point"}) drawings(chart_of(mark, encoding, mixed, fields));
  auto path = [](const std::string& svg) {
    size_t at = svg.find(" d=\"", svg.find("class=\"marks\""));
    return svg.substr(at, svg.find('"', at + 4) - at);
  };
  for (const char* mark : {"line", "area"}) {
    auto straight = drawings(chart_of(mark, encoding, ordered, fields)),
         turned = drawings(chart_of(mark, encoding, mixed, fields));
    REQUIRE(straight.size() == turned.size());
    for (size_t i = 0; i < straight.size(); ++i) CHECK(path(straight[i]) == path(turned[i]));
  }
  // Days are evenly spaced, also across the leap day.
  Case made(chart_of("line", encoding, ordered, fields));
  auto svg = made.draw()->svg.str();
  std::set<int> steps;
  double before = -1;
  std::string line = path(svg);
  for (size_t at = line.find_first_of("ML"); at != std::string::npos; at = line.find('L', at + 1)) {
    double x = std::stod(line.substr(at + 1));
    if (before >= 0) steps.insert(static_cast<int>(std::lround(x - before)));
    before = x;
  }
  CHECK(*steps.rbegin() - *steps.begin() <= 1);

  CHECK(refused(chart_of("line", encoding, {{"2024-02-29", 1}, {"2023-02-29", 2}}, fields)) ==
        "chart-type: \"day\" cannot be temporal: row 2 has the text \"2023-02-29\"");
}

TEST_CASE("sums that overflow are errors") {
  for (const json& encoding : {kUpright, kSideways}) {
    CHECK(refused(chart_of("bar", encoding, {{"Oslo", 1.5e308}, {"Oslo", 1.5e308}})) ==
          "chart-stack: row 1 (\"Oslo\") and row 2 (\"Oslo\") would be one bar of their sum\n"
          "chart-type: the values of \"sold\" or their sums are too large to draw");
    CHECK(refused(chart_of("point", encoding, {{"Oslo", 1.5e308}, {"Rome", -1.5e308}})) ==
          "chart-type: the values of \"sold\" or their sums are too large to draw");
  }
}

TEST_CASE("a value that is not a finite number is an error with its row") {
  const double infinity = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  for (double value : {infinity, -infinity, nan}) {
    CHECK(refused(chart_of("bar", kUpright, {{"Oslo", 3}, {"Rome", value}})) ==
          "chart-type: \"sold\" cannot be quantitative: row 2 has a number that is not finite");
  }
}
