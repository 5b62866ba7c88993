// Tests reading chart blocks, and the errors in them.
#include <doctest/doctest.h>

#include "unit/chart/chart_case.h"

namespace {

using chart_test::Case;
using nlohmann::json;

const json kTownFields =
    json::parse(R"([{"name": "town"}, {"name": "price", "title": "Price", "type": "number", "unit": "USD"}])");
const json kTownRows = json::parse(R"([["Oslo", 3.5], ["Rome", 2], ["Lima", null]])");

// Returns the messages from reading and drawing this spec.
std::string messages(const char* spec, const json& fields = kTownFields, const json& rows = kTownRows) {
  Case chart(spec, fields, rows);
  CHECK_FALSE(chart.draw());
  return chart.messages();
}

}  // namespace

TEST_CASE("keys that are not in Vega-Lite, the title and the marks are read") {
  Case chart(R"({"data": "prices", "caption": "What a cup costs", "same": "size", "differs": ["shop", "bean"],
    "note": "n", "narrow": {"height": 300}, "title": {"text": "T", "subtitle": "S"}, "width": 400, "height": 200,
    "layer": [{"mark": {"type": "line", "point": true}, "encoding": {"y": {"title": "Cost"}}},
              {"mark": "text", "encoding": {"text": {"field": "price", "format": ".1f"}}}],
    "encoding": {"x": {"field": "town", "sort": "-y"}, "y": {"field": "price", "type": "quantitative"}}})",
             kTownFields, kTownRows);
  REQUIRE_MESSAGE(chart.spec, chart.messages());
  const chart::Spec& spec = *chart.spec;
  CHECK(spec.data == "prices");
  CHECK(spec.compared.same == std::vector<std::string>{"size"});
  CHECK(spec.compared.differs == std::vector<std::string>{"shop", "bean"});
  REQUIRE(spec.narrow);
  CHECK(spec.narrow->height == 300);
  CHECK(spec.narrow->layers.size() == 2);
  CHECK(spec.title == "T");
  CHECK(spec.subtitle == "S");
  CHECK(spec.width == 400);
  REQUIRE(spec.layers.size() == 2);
  CHECK(spec.layers[0].mark.point);
  // A layer's channel inherits missing keys from the shared one.
  CHECK(spec.layers[0].find(chart::Channel::y)->field == "price");
  CHECK(spec.layers[0].find(chart::Channel::y)->title == "Cost");
  CHECK(spec.layers[1].find(chart::Channel::x)->sort->channel == chart::Channel::y);
  CHECK(spec.layers[1].find(chart::Channel::x)->sort->descending);
}

TEST_CASE("a misspelt key gets a suggestion") {
  CHECK(messages(R"({"data": "rows", "title": "T", "mark": "bar",
  "encoding": {"x": {"feild": "town", "field": "town"}, "y": {"field": "price"}}})") ==
        R"(error[unknown-key]: the channel "x" has no key "feild"
  --> content/coffee.md:2:22
   |
 2 |   "encoding": {"x": {"feild": "town", "field": "town"}, "y": {"field": "price"}}}
   |                      ^^^^^^^
   = expected: "field", "datum", "value", "condition", "type", "title", "format", "scale", "axis", "legend", "sort" or "stack"
   = help: did you mean "field"?
)");
}

TEST_CASE("the error for a transform suggests an alternative") {
  CHECK(messages(R"({"data": "rows", "title": "T", "mark": "bar",
  "encoding": {"x": {"field": "town"}, "y": {"field": "price", "aggregate": "mean"}}})") ==
        R"(error[use-sql]: charts do not compute: "aggregate" is not supported
  --> content/coffee.md:2:64
   |
 2 |   "encoding": {"x": {"field": "town"}, "y": {"field": "price", "aggregate": "mean"}}}
   |                                                                ^^^^^^^^^^^
   = help: compute it in a query (```sql NAME), and give the query's name as `data`
)");
}

TEST_CASE("unsupported features of Vega-Lite are errors that name them") {
  CHECK(messages(R"({"data": "rows", "title": "T", "mark": "arc", "config": {},
  "encoding": {"x": {"field": "town", "scale": {"scheme": "dark2", "type": "pow"}}}})") ==
        R"(error[unsupported-key]: Vega-Lite's "config" is not supported in this chart
  --> content/coffee.md:1:47
   |
 1 | {"data": "rows", "title": "T", "mark": "arc", "config": {},
   |                                               ^^^^^^^^
   = expected: "data", "title", "caption", "same", "highlight", "annotations", "differs", "holds", "note", "empty", "narrow", "mark", "encoding", "layer", "width", "height", "facet", "spec", "columns" or "resolve"
   = help: leave it out: how charts look is the theme's (templates/assets/chart.css)
error[unsupported-value]: Vega-Lite's mark "arc" is not supported here
  --> content/coffee.md:1:40
   |
 1 | {"data": "rows", "title": "T", "mark": "arc", "config": {},
   |                                        ^^^^^
   = expected: "bar", "line", "point", "area", "rule", "tick", "text", "rect", "errorbar", "boxplot", "circle", "square" or "errorband"
   = help: the nearest here: mark: bar compares parts better than a pie; stack: normalize shows shares
error[unsupported-value]: Vega-Lite's type "pow" is not supported here
  --> content/coffee.md:2:76
   |
 2 |   "encoding": {"x": {"field": "town", "scale": {"scheme": "dark2", "type": "pow"}}}}
   |                                                                            ^^^^^
   = expected: "linear", "log", "sqrt", "symlog", "time", "band", "point", "ordinal" or "utc"
   = help: the nearest here: sqrt
error[unsupported-key]: Vega-Lite's "scheme" is not supported in this scale
  --> content/coffee.md:2:49
   |
 2 |   "encoding": {"x": {"field": "town", "scale": {"scheme": "dark2", "type": "pow"}}}}
   |                                                 ^^^^^^^^
   = expected: "type", "domain", "domainMin", "domainMax", "domainMid", "zero", "nice", "clamp", "reverse", "padding", "paddingInner", "paddingOuter", "base" or "constant"
   = help: the nearest here: domainMid for two ramps; colours are the theme's, an entity gets its own under "colours" in data/site.json
)");
}

TEST_CASE("an unknown field is reported at its position") {
  CHECK(messages(R"({"data": "rows", "title": "T", "mark": "bar",
  "encoding": {"x": {"field": "town"}, "y": {"field": "prise"}}})") ==
        R"(error[unknown-field]: the data "rows" has no field "prise"
  --> content/coffee.md:2:55
   |
 2 |   "encoding": {"x": {"field": "town"}, "y": {"field": "prise"}}}
   |                                                       ^^^^^^^
   = expected: "town" or "price"
   = help: did you mean "price"?
)");
}

TEST_CASE("text cannot be quantitative, and a log scale cannot show zero") {
  CHECK(messages(R"({"data": "rows", "title": "T", "mark": "bar",
  "encoding": {"x": {"field": "price"}, "y": {"field": "town", "type": "quantitative"}}})") ==
        R"(error[chart-type]: "town" cannot be quantitative: row 1 has the text "Oslo"
  --> content/coffee.md:2:72
   |
 2 |   "encoding": {"x": {"field": "price"}, "y": {"field": "town", "type": "quantitative"}}}
   |                                                                        ^^^^^^^^^^^^^^
   = expected: numbers
   = help: for categories write type: nominal
)");
  CHECK(messages(R"({"data": "rows", "title": "T", "mark": "point",
  "encoding": {"x": {"field": "town"}, "y": {"field": "price", "scale": {"type": "log"}}}})",
                 kTownFields, json::parse(R"([["Oslo", 3], ["Rome", 0], ["Lima", -2]])")) ==
        R"(error[chart-log-domain]: a log scale cannot show 0: "price" in row 2 ("Rome") and 1 more
  --> content/coffee.md:2:55
   |
 2 |   "encoding": {"x": {"field": "town"}, "y": {"field": "price", "scale": {"type": "log"}}}}
   |                                                       ^^^^^^^
   = expected: values above 0
   = help: exclude these rows in the query, or use a linear, sqrt or symlog scale
)");
  CHECK(messages(R"({"data": "rows", "title": "T", "mark": "point",
  "encoding": {"x": {"field": "town", "scale": {"type": "log"}}, "y": {"field": "price"}}})") ==
        R"(error[chart-type]: a log scale cannot show "town", which is nominal
  --> content/coffee.md:2:48
   |
 2 |   "encoding": {"x": {"field": "town", "scale": {"type": "log"}}, "y": {"field": "price"}}}
   |                                                ^^^^^^^^^^^^^^^
   = expected: band or point
)");
}

TEST_CASE("a chart without data or title is an error") {
  CHECK(messages(R"({"data": "rows", "mark": "bar",
  "encoding": {"x": {"field": "town"}, "y": {"field": "price"}}})",
                 kTownFields, json::array()) == R"(error[chart-title]: this chart has no title
  --> content/coffee.md:1:1
   |
 1 | {"data": "rows", "mark": "bar",
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
   = expected: title: what the chart shows, in a sentence
error[chart-empty]: the data "rows" has no rows to draw
  --> content/coffee.md:1:10
   |
 1 | {"data": "rows", "mark": "bar",
   |          ^^^^^^
   = help: check the WHERE of the query, or delete the chart
)");
}

TEST_CASE("a domain that hides values is an error") {
  CHECK(messages(R"({"data": "rows", "title": "T", "mark": "bar",
  "encoding": {"x": {"field": "town"}, "y": {"field": "price", "scale": {"domain": [0, 3]}}}})") ==
        R"(error[chart-domain]: the domain leaves out 3.5: "price" in row 1 ("Oslo")
  --> content/coffee.md:2:84
   |
 2 |   "encoding": {"x": {"field": "town"}, "y": {"field": "price", "scale": {"domain": [0, 3]}}}}
   |                                                                                    ^^^^^^
   = help: widen the domain, or exclude the row in the query
)");
}

TEST_CASE("having more series than colours is an error") {
  json rows = json::array();
  for (const char* town : {"a", "b", "c", "d", "e", "f", "g", "h", "i"}) rows.push_back({town, 1});
  CHECK(messages(R"({"data": "rows", "title": "T", "mark": "point",
  "encoding": {"x": {"field": "price"}, "color": {"field": "town"}}})",
                 kTownFields, rows) == R"(error[chart-series]: "town" has 9 categories; a chart has at most 8 colours
  --> content/coffee.md:2:60
   |
 2 |   "encoding": {"x": {"field": "price"}, "color": {"field": "town"}}}
   |                                                            ^^^^^^
   = help: exclude or aggregate some in the query, put them on an axis, or name those that matter: highlight: […]
)");
}

TEST_CASE("a scale, a text, a test and an order have numbers in one unit") {
  const auto said = [](const char* spec) {
    chart_test::Case made(json::parse(fmt::format(
        R"({{"spec": {{"data": "rows", "title": "T", {}}},
            "fields": [{{"name": "k"}}, {{"name": "v", "type": "number", "unitField": "u"}}, {{"name": "u"}},
                       {{"name": "w", "type": "number", "unit": "kg"}}, {{"name": "r", "type": "number", "unit": "GB/s"}},
                       {{"name": "p", "type": "number", "unit": "%"}}],
            "rows": [["A", 5, "USD", 1, 1, 1], ["B", 7, "EUR", 2, 2, 2]]}})",
        spec)));
    (void)made.plot();
    return made.messages();
  };
  for (const char* spec :
       {R"x("mark": "point", "encoding": {"x": {"field": "k"}, "y": {"field": "v"}})x",
        R"x("mark": "bar", "encoding": {"x": {"field": "k"}, "y": {"field": "v"}})x",
        R"x("mark": "point", "encoding": {"x": {"field": "k"}, "y": {"field": "v"}, "column": {"field": "u"}})x",
        R"x("mark": "point", "encoding": {"x": {"field": "k"}, "y": {"field": "w"}, "size": {"field": "v"}})x",
        R"x("mark": "text", "encoding": {"x": {"field": "k"}, "y": {"field": "w"}, "text": {"field": "v"}})x",
        R"x("mark": "bar", "encoding": {"y": {"field": "k", "sort": {"field": "v"}}, "x": {"field": "w"}})x",
        R"x("mark": "point", "encoding": {"x": {"field": "k"}, "y": {"field": "w", "title": "Weight (t)"}})x",
        R"x("mark": "point", "encoding": {"x": {"field": "k"}, "y": {"field": "w", "title": "Weight in t"}})x",
        R"x("mark": "point", "encoding": {"x": {"field": "k"}, "y": {"field": "r", "title": "Bandwidth (GB)"}})x"}) {
    CAPTURE(spec);
    CHECK(said(spec).find("error[unit-mismatch]") != std::string::npos);
  }
  for (const char* spec :
       {R"x("mark": "point", "encoding": {"x": {"field": "k"}, "y": {"field": "v"}, "column": {"field": "u"}},
          "resolve": {"scale": {"y": "independent"}})x",
        R"x("mark": "point", "encoding": {"x": {"field": "k"}, "y": {"field": "w", "title": "Weight (kg)"}})x"}) {
    CAPTURE(spec);
    CHECK(said(spec) == "");
  }
}

TEST_CASE("titles of axes and charts name the unit that the numbers have") {
  const auto is_refused = [](const std::string& encoding, const std::string& more = R"("mark": "bar")") {
    chart_test::Case made(json::parse(fmt::format(
        R"({{"spec": {{"data": "rows", "title": "Towns", {}, "encoding": {{"y": {{"field": "k"}}, {}}}}},
            "fields": [{{"name": "k"}}, {{"name": "w", "type": "number", "unit": "kg"}},
              {{"name": "part", "type": "number", "unit": "1"}}], "rows": [["A", 25, 0.5], ["B", 3, 0.25]]}})",
        more, encoding)));
    (void)made.plot();
    const bool is_mismatch = made.messages().find("error[unit-mismatch]") != std::string::npos;
    CHECK_MESSAGE(is_mismatch == (made.messages().find("error[") != std::string::npos), made.messages());
    return is_mismatch;
  };
  const std::string weight = R"("x": {"field": "w"})", share = R"("x": {"field": "part", "title": "Share in %")";
  CHECK(is_refused(R"("x": {"field": "w", "title": "Weight, thousand kg"})"));
  CHECK_FALSE(is_refused(R"("x": {"field": "w", "title": "Weight, kg"})"));
  CHECK(is_refused(share + "}"));
  CHECK_FALSE(is_refused(share + R"(, "axis": {"format": ".0%"}})"));
  CHECK_FALSE(is_refused(R"("color": {"field": "k"})", R"("layer": [{"mark": "bar", "encoding": {)" + share +
                                                           R"(}}}, {"mark": "point", "encoding": {"x": {"field": "part",
                                                           "axis": {"format": ".0%"}}}}])"));
  const auto subtitled = [](const char* subtitle) {
    return fmt::format(R"("mark": "bar", "title": {{"text": "Towns", "subtitle": "{}"}})", subtitle);
  };
  CHECK(is_refused(weight, subtitled("In tonnes")));
  CHECK_FALSE(is_refused(weight, subtitled("In kilograms")));
  CHECK_FALSE(is_refused(weight, subtitled("In minutes")));  // of no column
}

TEST_CASE("a format for another unit is an error") {
  const auto said = [](const char* axis, const char* unit) {
    chart_test::Case made(json::parse(fmt::format(
        R"({{"spec": {{"data": "rows", "title": "T", "mark": "bar", "encoding": {{"x": {{"field": "v", {}}}, "y": {{"field": "k"}}}}}},
            "fields": [{{"name": "k"}}, {{"name": "v", "type": "number", "unit": "{}"}}], "rows": [["A", 25]]}})",
        axis, unit)));
    (void)made.plot();
    return made.messages();
  };
  constexpr const char* kPercent = R"("axis": {"format": ".0%"})";
  CHECK(said(kPercent, "%").find("multiplies by 100") != std::string::npos);
  CHECK(said(R"("axis": {"format": "$,.0f"})", "EUR").find("for US dollars") != std::string::npos);
  CHECK(said(kPercent, "1") == "");
  CHECK(said(R"("axis": {"format": "$,.0f"})", "USD/h") == "");
}

TEST_CASE("a bad number format is an error") {
  CHECK(
      messages(R"({"data": "rows", "title": "T", "mark": "bar",
  "encoding": {"x": {"field": "town"}, "y": {"field": "price", "axis": {"format": ".2q"}}}})") ==
      R"(error[chart-format]: "q" is not valid here in a number format; it is [sign][$][,][.precision][~][type], with a sign of + - ( and a type of e f g r s p % d n
  --> content/coffee.md:2:83
   |
 2 |   "encoding": {"x": {"field": "town"}, "y": {"field": "price", "axis": {"format": ".2q"}}}}
   |                                                                                   ^^^^^
   = expected: a number format such as ",.1f"
)");
}
