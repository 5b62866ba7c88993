// Tests the sentences that describe a chart to readers who cannot see it.
#include <doctest/doctest.h>

#include "unit/chart/chart_case.h"

namespace {

using nlohmann::json;

std::string summary_of(const json& chart) {
  chart_test::Case made(chart);
  auto drawing = made.draw();
  REQUIRE_MESSAGE(drawing, made.messages());
  return drawing->summary;
}

json chart_of(const std::string& spec, const char* fields, const char* rows) {
  return {{"spec", json::parse(R"({"data": "rows", "title": "Towns", )" + spec + "}")},
          {"fields", json::parse(fields)},
          {"rows", json::parse(rows)}};
}

}  // namespace

TEST_CASE("a summary states what is shown, the extremes, the trend and the gaps") {
  CHECK(
      summary_of(chart_of(
          R"("mark": "bar", "encoding": {"x": {"field": "town"}, "y": {"field": "sold"}, "xOffset": {"field": "origin"},
               "color": {"field": "origin"}})",
          R"([{"name": "town", "title": "Town"}, {"name": "origin", "title": "Origin"},
                {"name": "sold", "title": "Beans sold", "type": "number", "unit": "kg"}])",
          R"([["Oslo", "Kenya", 3], ["Oslo", "Peru", 4.5], ["Rome", "Kenya", 8], ["Rome", "Peru", -1]])")) ==
      "A bar chart of beans sold by town, for Kenya and Peru; 4 values. The highest is 8.0 kg (Kenya, Rome), the "
      "lowest −1.0 kg (Peru, Rome).");
  const char* prices = R"([["2025-01-01", "Oslo", 4], ["2025-01-01", "Rome", 1.5], ["2025-02-01", "Oslo", null],
           ["2025-02-01", "Rome", 1.6], ["2025-03-01", "Oslo", 5], ["2025-03-01", "Rome", 1.5],
           ["2025-04-01", "Oslo", 5.5], ["2025-04-01", "Rome", 1.5]])";
  const char* fields = R"([{"name": "day", "title": "Day", "type": "date"}, {"name": "town", "title": "Town"},
             {"name": "price", "title": "Price", "type": "number", "unit": "USD"}])";
  const std::string encoding =
      R"("encoding": {"x": {"field": "day"}, "y": {"field": "price"}, "color": {"field": "town"}})";
  CHECK(summary_of(chart_of(R"("mark": "line", )" + encoding, fields, prices)) ==
        "A line chart of price by day, for Oslo and Rome; 7 values. The highest is $5.50 (Oslo, 2025-04-01), the "
        "lowest $1.50 (Rome). Oslo rose from $4.00 (2025-01-01) to $5.50 (2025-04-01). Rome stayed at $1.50 between "
        "2025-01-01 and 2025-04-01. 1 row without a value is left out (Oslo, 2025-02-01).");
  // Points are separate things, which do not rise.
  CHECK(summary_of(chart_of(R"("mark": "point", )" + encoding, fields, prices)).find("rose") == std::string::npos);
}

TEST_CASE("a summary writes moments as the language does, whatever the type of their column") {
  const json chart = chart_of(R"("mark": "line", "encoding": {"x": {"field": "at", "type": "temporal"},
      "y": {"field": "load"}})",
                              R"([{"name": "at", "title": "At"}, {"name": "load", "title": "Load", "type": "number"}])",
                              R"([["2025-03-29T06:00:00Z", 1], ["2025-03-31T18:00:30+02:00", 3], ["2025-04-02", 2]])");
  const quantity::Units british({}, {}, nullptr, "en-GB");
  chart::DrawOptions options = chart_test::in_english();
  options.units = &british;
  chart_test::Case made(chart);
  const auto drawing = made.draw(options);
  REQUIRE_MESSAGE(drawing, made.messages());
  CHECK(drawing->summary ==
        "A line chart of load by at; 3 values. The highest is 3 (31 Mar 2025 16:00:30), the lowest 1 (29 Mar 2025 "
        "06:00). It rose from 1 (29 Mar 2025 06:00) to 2 (2 Apr 2025).");
  // American English has ISO 8601.
  CHECK(summary_of(chart).find("The highest is 3 (2025-03-31 16:00:30), the lowest 1 (2025-03-29 06:00).") !=
        std::string::npos);
}

TEST_CASE("a summary states the values of what is highlighted, and describes its panel before others") {
  const char* fields = R"([{"name": "town", "title": "Town"}, {"name": "day", "title": "Day"},
             {"name": "price", "title": "Price", "type": "number", "unit": "CHF"}])";
  const char* rows = R"([["Oslo", "Mon", 4], ["Oslo", "Tue", 5], ["Rome", "Mon", 1], ["Rome", "Tue", 2],
                         ["Bern", "Mon", 3]])";
  const std::string picture =
      R"("mark": "bar", "encoding": {"x": {"field": "town"}, "xOffset": {"field": "day"}, "y": {"field": "price"}})";
  CHECK(summary_of(chart_of(R"("highlight": ["Bern"], )" + picture, fields, rows)) ==
        "A bar chart of price by town, which highlights Bern; 5 values. Bern: CHF 3. The highest is CHF 5 (Tue, "
        "Oslo), the lowest CHF 1 (Mon, Rome).");
  CHECK(summary_of(chart_of(R"("highlight": ["Rome"], )" + picture, fields, rows))
            .find("Rome: the highest is CHF 2 (Tue), the lowest CHF 1 (Mon). The highest is CHF 5") !=
        std::string::npos);
  const std::string panels = summary_of(chart_of(
      R"("highlight": ["Rome"], "facet": {"field": "town"}, "spec": {"mark": "bar",
         "encoding": {"x": {"field": "day"}, "y": {"field": "price"}}})",
      fields, rows));
  CHECK(panels.find("Rome: the highest") < panels.find("Oslo: the highest"));
}

TEST_CASE("a summary states shares in percent if the axis does, with all digits") {
  CHECK(summary_of(chart_of(R"("mark": "bar", "encoding": {"x": {"field": "part", "axis": {"format": ".0%"}},
      "y": {"field": "town"}})",
                            R"([{"name": "town", "title": "Town"}, {"name": "part", "title": "Part", "type": "number",
                            "unit": "1"}])",
                            R"([["Oslo", 0.125], ["Rome", 0.5]])")) ==
        "A horizontal bar chart of part by town; 2 values. The highest is 50% (Rome), the lowest 12.5% (Oslo).");
}

TEST_CASE("a summary of ranges states the outermost ends, but no column names") {
  json spans = chart_of(R"("encoding": {
        "y": {"field": "what_it_is", "type": "nominal", "title": null},
        "x": {"field": "lowest", "type": "quantitative", "title": "Weight of a bag"},
        "color": {"field": "shop", "type": "nominal"}},
      "layer": [{"mark": "rule", "encoding": {"x2": {"field": "highest"}}}, {"mark": "point"}])",
                        R"([{"name": "what_it_is"}, {"name": "shop", "title": "Shop"},
      {"name": "lowest", "title": "Lowest", "type": "number", "unit": "kg"},
      {"name": "highest", "title": "Highest", "type": "number", "unit": "kg"}])",
                        R"([["Oslo, beans", "Oslo", 2, 9], ["Oslo, ground", "Oslo", 3, 4],
      ["Rome, beans", "Rome", 1, 5]])");
  CHECK(summary_of(spans) ==
        "A dot plot of weight of a bag, for Oslo and Rome; 3 values. They reach from 1 kg (Rome, beans) to 9 kg (Oslo, "
        "beans).");
  // The value at which all marks start does not count as an end.
  for (json& row : spans["rows"]) row[3] = 1;
  CHECK(summary_of(spans) ==
        "A dot plot of lowest, for Oslo and Rome; 3 values. The highest is 3 kg (Oslo, ground), the lowest 1 kg "
        "(Rome, beans).");
  spans["spec"]["encoding"]["x"].erase("title");
  spans["spec"]["layer"][0]["encoding"]["x2"]["field"] = "most";
  spans["fields"][3]["name"] = "most";
  spans["rows"][0][3] = 7;
  CHECK(summary_of(spans) ==
        "A dot plot of lowest to highest, for Oslo and Rome; 3 values. They reach from 1 kg (Rome, beans) to 7 kg "
        "(Oslo, beans).");
}

namespace {

const char* const kTestPanels = R"("facet": {"field": "test", "title": null}, "spec": {"mark": "point",
    "encoding": {"x": {"field": "rate"}, "y": {"field": "town", "title": null}}})";
const char* const kRates = R"([["Chat", "Oslo", 9000, "tokens/s"], ["Chat", "Rome", 4000, "tokens/s"],
    ["Images", "Oslo", 3, "samples/s"], ["Images", "Rome", 2, "samples/s"]])";

std::string fields_of_rates(const std::string& keys) {
  return R"([{"name": "test"}, {"name": "town"}, {"name": "rate", "title": "Rate", "type": "number", )" + keys +
         R"(}, {"name": "unit"}])";
}

}  // namespace

TEST_CASE("a summary never compares values of different panels, units, or rows that the data say do not compare") {
  const std::string each =
      "Chat: the highest is 9,000 tokens/s (Oslo), the lowest 4,000 tokens/s (Rome). Images: the highest is 3 "
      "samples/s (Oslo), the lowest 2 samples/s (Rome).";
  const std::string by_unit = fields_of_rates(R"("unitField": "unit")");
  const std::string independent = std::string(kTestPanels) + R"(, "resolve": {"scale": {"x": "independent"}})";
  CHECK(summary_of(chart_of(independent, by_unit.c_str(), kRates)) ==
        "A dot plot of rate, in 2 panels; 4 values. " + each);
  const std::string one_panel =
      R"("mark": "point", "encoding": {"x": {"field": "rate"}, "y": {"field": "town", "title": null},
         "color": {"field": "test"}})";
  // Panels of one unit, without a statement of the data that their rows compare.
  const std::string plain = fields_of_rates(R"("unit": "kg")");
  CHECK(summary_of(chart_of(kTestPanels, plain.c_str(), kRates)).find("Images: the highest is 3 kg (Oslo)") !=
        std::string::npos);
  const std::string by_test = fields_of_rates(R"("unit": "kg", "comparable": "test")");
  CHECK(summary_of(chart_of(one_panel, by_test.c_str(), kRates)).find("Images: the highest is 3 kg (Images, Oslo)") !=
        std::string::npos);
  // Nobody knows which rows compare if the query leaves out a column of "comparable".
  const std::string by_round = fields_of_rates(R"("unit": "kg", "comparable": "test, round")");
  CHECK(summary_of(chart_of(one_panel, by_round.c_str(), kRates)) ==
        "A dot plot of rate, for Chat and Images; 4 values.");
  // Rows that agree in all these columns compare across panels with one scale.
  const std::string same = fields_of_rates(R"("unit": "kg", "comparable": "unit")");
  const char* const same_rows = R"([["Chat", "Oslo", 9, "a"], ["Chat", "Rome", 4, "a"], ["Images", "Oslo", 3, "a"]])";
  CHECK(summary_of(chart_of(kTestPanels, same.c_str(), same_rows)) ==
        "A dot plot of rate, in 2 panels; 3 values. The highest is 9 kg (Oslo, Chat), the lowest 3 kg (Oslo, Images).");
  CHECK(summary_of(chart_of(independent, same.c_str(), same_rows)).find("Images: the value is 3 kg (Oslo).") !=
        std::string::npos);
}

TEST_CASE("a summary does not name values of rows that a bar adds up, because no bar shows them") {
  const auto summary = [](const std::string& color) {
    return summary_of(chart_of(R"("mark": "bar", "encoding": {"x": {"field": "town"},
                                 "y": {"field": "sold", "stack": "zero"})" +
                                   color + "}",
                               R"([{"name": "town", "title": "Town"}, {"name": "bean"},
                                   {"name": "sold", "title": "Sold", "type": "number"}])",
                               R"([["Oslo", "A", 10], ["Oslo", "B", 3], ["Rome", "A", 4]])"));
  };
  CHECK(summary("") == "A bar chart of sold by town; 3 values.");
  CHECK(summary(R"(, "color": {"field": "bean"})").find("The highest is 10 (A, Oslo)") != std::string::npos);
}

TEST_CASE("a summary describes the first layer with values, and writes numbers as the chart does") {
  const std::string box = R"("layer": [
      {"mark": "point", "encoding": {"x": {"field": "outlier", "type": "quantitative"}}},
      {"mark": "rule", "encoding": {"x": {"field": "low", "type": "quantitative"}, "x2": {"field": "q1"}}},
      {"mark": "bar", "encoding": {"x": {"field": "q1", "type": "quantitative"}, "x2": {"field": "q3"}}}])";
  const char* fields = R"([{"name": "outlier", "type": "number"}, {"name": "low", "type": "number"},
      {"name": "q1", "type": "number"}, {"name": "q3", "type": "number"}])";
  CHECK(summary_of(chart_of(box, fields, "[[null, 1, 3, 5]]")) ==
        "A horizontal bar chart of q1 to q3; 1 value. It reaches from 3 to 5.");
  const std::string change = R"("encoding": {"x": {"field": "change"}, "y": {"field": "town", "title": null}},
      "layer": [{"mark": "bar"}, {"mark": "text", "encoding": {"text": {"field": "change", "format": "+.1f"}}}])";
  const char* of_change =
      R"([{"name": "town"}, {"name": "change", "title": "Change", "type": "number", "unit": "USD"}])";
  CHECK(summary_of(chart_of(change, of_change, R"([["Oslo", 3], ["Rome", -2]])")) ==
        "A horizontal bar chart of change; 2 values. The highest is +$3.0 (Oslo), the lowest −$2.0 (Rome).");
}

TEST_CASE("in other languages than English a summary has the words of the theme, and titles keep their case") {
  chart_test::Case made(chart_of(R"("mark": "line", "encoding": {"x": {"field": "day"}, "y": {"field": "price"}})",
                                 R"([{"name": "day", "type": "date"},
                                     {"name": "price", "title": "Preis", "type": "number", "unit": "EUR"}])",
                                 R"([["2025-01-01", 4], ["2025-02-01", 5.5], ["2025-03-01", null]])"));
  chart::DrawOptions options;
  options.language = "de";
  options.words = [](std::string_view key, size_t count) -> std::string {
    if (key == "chart_of_lines") return "Linien";
    if (key == "chart_values") return "{chart} mit " + std::to_string(count) + " Werten.";
    if (key == "chart_extremes") return "Von {lowest} bis {highest}.";
    if (key == "chart_rose") return "{name}: von {from} ({first}) auf {to} ({last}).";
    return key == "chart_gaps" ? std::to_string(count) + " fehlt{names}." : "?";
  };
  CHECK(made.draw(options)->summary ==
        "Linien mit 2 Werten. Von €4.00 (2025-01-01) bis €5.50 (2025-02-01). Preis: von €4.00 (2025-01-01) auf €5.50 "
        "(2025-02-01). 1 fehlt (2025-03-01).");
}

TEST_CASE("a drawing refers to the element with its summary") {
  chart_test::Case made(chart_of(R"("mark": "bar", "encoding": {"x": {"field": "sold"}, "y": {"field": "town"}})",
                                 R"([{"name": "town"}, {"name": "sold", "type": "number"}])", R"([["Oslo", 3]])"));
  chart::DrawOptions options;
  options.description_id = "sold-description";
  CHECK(made.draw(options)->svg.str().find(R"(aria-describedby="sold-description")") != std::string::npos);
  CHECK(made.draw()->svg.str().find("aria-describedby") == std::string::npos);
}
